import { createServer, request } from 'node:http';
import { listening, type Listening } from '@landfall/testkit/listening';

/** The suite has no place for a token: this adds one on the way, and changes nothing else, Host and Origin least of all. */
export const bearerProxy = async (target: string, key: string): Promise<Listening> => {
  const { hostname, port } = new URL(target);
  const server = createServer((req, res) => {
    const onward = request({ hostname, port, path: req.url, method: req.method, headers: { ...req.headers, authorization: `Bearer ${key}` } }, (answer) => {
      res.writeHead(answer.statusCode ?? 502, answer.headers);
      res.flushHeaders();
      answer.pipe(res);
    });
    onward.once('error', () => res.destroy());
    res.once('close', () => onward.destroy());
    req.pipe(onward);
  });
  return listening(server);
};
