import { createServer } from 'node:http';
import { listening } from '@landfall/testkit/listening';
import { bareApp } from './bare-app.js';

// In a process of its own.
const [, , path = '/', text = ''] = process.argv;
const { port } = await listening(createServer(bareApp(path, Buffer.from(text, 'base64'))));
process.send?.(port);
