// Loaded into every process of a profiled stack: writes what it did when it ends. (--cpu-prof is not let through NODE_OPTIONS.)
import { writeFileSync } from 'node:fs';
import { Session } from 'node:inspector';

const folder = process.env.LANDFALL_PROFILES;
const session = new Session();
session.connect();
session.post('Profiler.enable');
session.post('Profiler.setSamplingInterval', { interval: 500 });
session.post('Profiler.start');
process.once('exit', () => session.post('Profiler.stop', (error, stopped) => {
  if (!error) writeFileSync(`${folder}/profile.${process.pid}.json`, JSON.stringify(stopped.profile));
}));
