// Loaded into a service before its own code: its wall clock is as far ahead as the file says, and timers go on as they were.
import { readFileSync, unwatchFile, watchFile } from 'node:fs';

const file = process.env.CLOCK_FILE;
const LOOK_EVERY_MS = 100;
const now = Date.now.bind(Date);
let aheadMs = 0;

const look = () => {
  aheadMs = Number(readFileSync(file, 'utf8'));
};
look();
watchFile(file, { interval: LOOK_EVERY_MS, persistent: false }, look);
process.once('exit', () => unwatchFile(file));

Date.now = () => now() + aheadMs;
globalThis.Date = new Proxy(Date, {
  construct: (target, args, made) => Reflect.construct(target, args.length === 0 ? [target.now()] : args, made === globalThis.Date ? target : made),
});
