import { Bench } from 'tinybench';
import { detectCarrier } from '../src/detect-carrier.js';
import { lines } from '../src/lines.js';
import { ports } from '../src/ports.js';
import { terminals } from '../src/terminals.js';
import { vessels } from '../src/vessels.js';

const started = performance.now();
const loaded = [lines(), ports(), terminals(), vessels()].reduce((sum, { all }) => sum + all.length, 0);
console.log(`loaded and checked ${loaded} rows in ${(performance.now() - started).toFixed(0)} ms`);

const bench = new Bench({ time: 500 })
  .add('detect a prefixed bill', () => void detectCarrier('MAEU123456789', lines().all))
  .add('detect a bare number', () => void detectCarrier('1234567890', lines().all))
  .add('port by LOCODE', () => void ports().byLocode('USLAX'))
  .add('search a port', () => void ports().search('los ang'))
  .add('search one letter', () => void terminals().search('a'))
  .add('search a vessel', () => void vessels().search('msc mar'))
  .add('nearest port', () => void ports().nearest(33.7, -118.2));

await bench.run();
console.table(bench.table());
