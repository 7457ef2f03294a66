import { createServer } from 'node:http';
import express from 'express';

// The plainest handler that Express 5 can have, with the bytes of a real answer, in a process of its own.
const [, , path = '/', text = ''] = process.argv;
const bytes = Buffer.from(text, 'base64');
const app = express().disable('x-powered-by').disable('etag').get(path, (_req, res) => {
  res.setHeader('Content-Type', 'application/vnd.api+json');
  res.end(bytes);
});
const server = createServer(app).listen(0, '127.0.0.1', () => process.send?.((server.address() as { port: number }).port));
