import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { loadAtYantian } from './raw-events.js';

/** A process of its own, so that what it holds is not taken for what we hold. The first part of the path says what it does. */
const events = (count: number, changes: (index: number) => object): string => JSON.stringify(Array.from({ length: count }, (_, index) => loadAtYantian({ eventID: `e${index}`, ...changes(index) })));

const ONE = events(1, () => ({}));
const SAME_STEP = events(10_000, () => ({}));
const ALL_DIFFERENT = events(10_000, (index) => ({ eventDateTime: new Date(Date.UTC(2026, 0, 1) + index * 60_000).toISOString(), equipmentReference: `TRKU${String(index).padStart(7, '0')}` }));

let page = 0;

const json = (res: ServerResponse, body: string, headers: Record<string, string> = {}) => res.writeHead(200, { 'content-type': 'application/json', ...headers }).end(body);

const MISDEEDS: Record<string, (res: ServerResponse, path: string) => unknown> = {
  good: (res) => json(res, ONE),
  same: (res) => json(res, SAME_STEP),
  different: (res) => json(res, ALL_DIFFERENT),
  endless_flood: (res, path) => json(res, SAME_STEP, { 'Next-Page': `${path}?cursor=${(page += 1)}` }),
  endless: (res, path) => json(res, ONE, { 'Next-Page': `${path}?cursor=${(page += 1)}` }),
  drip: (res) => {
    res.writeHead(200);
    const drip = setInterval(() => void res.write('['.repeat(64 * 1_024)), 1);
    res.on('close', () => clearInterval(drip));
  },
  hang: () => undefined,
  truncated: (res) => json(res, ALL_DIFFERENT.slice(0, 1_048_576)),
  cut: (res) => {
    res.writeHead(200, { 'content-length': String(ALL_DIFFERENT.length) });
    res.write(ALL_DIFFERENT.slice(0, 1_048_576), () => res.destroy());
  },
};

const server = createServer((req, res) => {
  const [path = ''] = (req.url ?? '').split('?');
  MISDEEDS[path.split('/')[1] ?? '']?.(res, path);
});

server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port));
// It ends with the one that started it.
process.on('disconnect', () => process.exit());
