import { run } from '@landfall/kit/lifecycle';
import { logger } from '@landfall/kit/log';
import { load } from './config.js';
import { wire } from './wire.js';

await run(() => wire(load()), logger('mcp-gateway'));
