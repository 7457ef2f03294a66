#!/usr/bin/env node
// Linked by the install, before anything is built: the first call builds what it needs.
import { existsSync } from 'node:fs';
import { prepare } from '../../../scripts/lib/prepare.mjs';
import { endOnFailure } from '../../../scripts/lib/steps.mjs';

const built = new URL('../dist/main.js', import.meta.url);
if (!existsSync(built)) await endOnFailure(() => prepare());
const { main } = await import(built.href);
process.exitCode = await main(process.argv.slice(2));
