import { chromium, type Browser } from 'playwright-core';
import { findChromium } from '../../../scripts/lib/chromium.mjs';

// Root has no sandbox in a container; the rest keeps the browser from asking anybody on its own behalf.
const ARGS = ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-component-update', '--disable-sync'];

/** A real Chromium without a window; a first run may have to fetch it. */
export const testBrowser = async (): Promise<Browser> => chromium.launch({ executablePath: await findChromium(), args: ARGS });
