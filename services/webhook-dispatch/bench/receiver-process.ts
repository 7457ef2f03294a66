import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

// A receiver in a process of its own: it must not share the sender's core, nor its event loop. Arrivals are told
// together, because telling each would cost more than receiving it.
const TELL_MS = 50;
const untold: [id: string, at: number][] = [];
setInterval(() => untold.length > 0 && process.send?.(untold.splice(0)), TELL_MS);

const server = createServer((req, res) => {
  const id = String(req.headers['webhook-id']);
  req.resume();
  req.once('end', () => {
    res.writeHead(204).end();
    untold.push([id, Date.now()]);
  });
});
server.listen(0, '127.0.0.1', () => process.send?.({ port: (server.address() as AddressInfo).port }));
