import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

// A receiver in a process of its own: it must not share the sender's core, nor its event loop. It tells each arrival.
const server = createServer((req, res) => {
  const id = String(req.headers['webhook-id']);
  req.resume();
  req.once('end', () => {
    res.writeHead(204).end();
    process.send?.({ id, at: Date.now() });
  });
});
server.listen(0, '127.0.0.1', () => process.send?.({ port: (server.address() as AddressInfo).port }));
