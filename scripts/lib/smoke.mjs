import { createHmac, timingSafeEqual } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { ROOT } from './paths.mjs';
import { endOnFailure, StepFailed } from './steps.mjs';

const WITHIN_MS = 120_000;
// The last thing that happens on each kind of journey; most end with the empty box returned.
const LAST = { 'TEST-TR-FAILED': 'tracking_request.failed', 'TEST-TR-SUCCEEDED': 'tracking_request.succeeded' };
const END = 'tracking_request.tracking_stopped';

const demo = () => {
  const path = join(process.env.LANDFALL_HOME ?? join(ROOT, '.landfall'), 'demo.json');
  if (!existsSync(path)) throw new StepFailed(`There is no ${path}: start Landfall first (npm start).`);
  return JSON.parse(readFileSync(path, 'utf8'));
};

const call = ({ base_url, api_key }) => async (method, path, body) => {
  const answer = await fetch(`${base_url}${path}`, { method, headers: { authorization: `Token ${api_key}`, 'content-type': 'application/vnd.api+json' }, ...(body ? { body: JSON.stringify(body) } : {}) });
  const document = await answer.json();
  if (!answer.ok) throw new StepFailed(`${method} ${path} answered ${answer.status}: ${JSON.stringify(document.errors)}`);
  return document.data;
};

const isSigned = (secret, headers, body) => {
  const given = Buffer.from(String(headers['x-webhook-signature']));
  const wanted = Buffer.from(createHmac('sha256', secret).update(body).digest('hex'));
  return given.length === wanted.length && timingSafeEqual(given, wanted);
};

/** A receiver on a free port; `heard` gets every body, once its signature is right. */
const receiver = (heard) =>
  new Promise((resolve) => {
    const server = createServer(async (req, res) => {
      const chunks = [];
      for await (const chunk of req) chunks.push(chunk);
      heard(req.headers, Buffer.concat(chunks).toString());
      res.writeHead(204).end();
    }).listen(0, '127.0.0.1', () => resolve(server));
  });

/** One number through the whole of a running Landfall: submitted over REST, heard again as signed webhooks. */
export async function smoke(scenario) {
  await endOnFailure(async () => {
    const ask = call(demo());
    const number = `${scenario}-${Date.now().toString(36).toUpperCase()}`;
    const last = LAST[scenario] ?? END;
    const began = Date.now();
    let secret = '';
    let count = 0;
    let shipmentId;
    let done;
    const finished = new Promise((resolve, reject) => {
      done = resolve;
      setTimeout(() => reject(new StepFailed(`${last} did not come within ${WITHIN_MS / 1_000} s`)), WITHIN_MS).unref();
    });
    const server = await receiver((headers, body) => {
      const { data, included } = JSON.parse(body);
      const ok = isSigned(secret, headers, body);
      // The account may track other numbers too: ours is known by its number, and then by its shipment.
      if (body.includes(number)) shipmentId ??= included.find(({ type }) => type === 'shipment')?.id;
      if (!body.includes(number) && !(shipmentId && body.includes(shipmentId))) return;
      count += 1;
      console.log(`${String(Date.now() - began).padStart(6)} ms  ${ok ? 'signed  ' : 'UNSIGNED'}  ${data.attributes.event}`);
      if (!ok) throw new StepFailed('a webhook came with a wrong signature');
      if (data.attributes.event === last) done();
    });
    const events = (await ask('GET', '/webhooks/events')).flatMap(({ attributes }) => attributes.events.map(({ name }) => name));
    const webhook = await ask('POST', '/webhooks', { data: { type: 'webhook', attributes: { url: `http://127.0.0.1:${server.address().port}`, active: true, events } } });
    secret = webhook.attributes.secret;
    try {
      await ask('POST', '/tracking_requests', { data: { type: 'tracking_request', attributes: { request_type: 'bill_of_lading', request_number: number, scac: 'TEST' } } });
      await finished;
      console.log(`${number}: ${count} signed webhooks in ${((Date.now() - began) / 1_000).toFixed(1)} s`);
    } finally {
      await ask('DELETE', `/webhooks/${webhook.id}`);
      server.close();
      server.closeAllConnections();
    }
  });
}
