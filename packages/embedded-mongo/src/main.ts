import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { startServer } from './server.js';

const USAGE = 'embedded-mongo [--path DIR | --memory] [--port N] [--host HOST] [--password-file FILE]';

function readOptions() {
  const { values } = parseArgs({
    options: {
      path: { type: 'string' },
      port: { type: 'string' },
      host: { type: 'string' },
      memory: { type: 'boolean' },
      'password-file': { type: 'string' },
    },
  });
  const path = values.path ?? process.env['EMBEDDED_MONGO_PATH'];
  const port = Number(values.port ?? process.env['EMBEDDED_MONGO_PORT'] ?? 27_017);
  if (!Number.isInteger(port) || port < 0 || port > 65_535) throw new Error('The port is a number from 0 to 65535.');
  const recordTo = process.env['EMBEDDED_MONGO_RECORD'];
  const passwordFile = values['password-file'];
  return {
    port,
    memory: values.memory === true,
    declaredOnly: process.env['EMBEDDED_MONGO_DECLARED'] === 'only',
    ...(path !== undefined && { path }),
    ...(recordTo !== undefined && { recordTo }),
    ...(values.host !== undefined && { host: values.host }),
    ...(passwordFile !== undefined && { password: readFileSync(passwordFile, 'utf8').trim() }),
  };
}

try {
  const options = readOptions();
  const server = await startServer(options);
  process.stdout.write(`${JSON.stringify({ listening: `${options.host ?? '127.0.0.1'}:${server.port}` })}\n`);
  const stop = () => void server.stop().then(() => process.exit(0));
  process.once('SIGTERM', stop);
  process.once('SIGINT', stop);
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n${USAGE}\n`);
  process.exit(1);
}
