import { connect, ErrorCode, type NatsConnection, type NatsError } from 'nats';
import type { Command, World } from '../command.js';
import { NOT_RUNNING, running, type Running } from '../running.js';

const ANSWER_MS = 5_000;

type Parked = { _id: string; durable: string; subject: string; factId: string; reason: string; parkedAt: string };

/** What a service answers over the bus; undefined when it does not take part. */
type Asked<T> = { service: string; answer: T | undefined };

export const facts: Command = {
  name: 'facts',
  says: 'Facts that a consumer could not handle and parked: list them, or hand them out again.',
  positionals: [
    { name: 'list|redrive', required: true, says: 'what to do: list or redrive' },
    { name: 'service', required: false, says: 'only of this service' },
  ],
  flags: {
    id: { takes: 'id', says: 'redrive only this one' },
    json: { says: 'as JSON' },
  },
  run: async ({ positionals: [action, service], flags }, world) => {
    const found = running(world.home);
    if (!found) return complain(world, NOT_RUNNING(world.home));
    if (action !== 'list' && action !== 'redrive') return complain(world, `facts can list or redrive, not ${String(action)}.\n`);
    if (service && !found.services.includes(service)) return complain(world, `${service} does not run here. There are: ${found.services.join(', ')}.\n`);

    const bus = await connect({ servers: found.nats_url, timeout: ANSWER_MS });
    try {
      const asked = service ? [service] : found.services;
      return action === 'list' ? await list(bus, asked, flags['json'] === true, world) : await redrive(bus, asked, flags['id'], world);
    } finally {
      await bus.close();
    }
  },
};

async function list(bus: NatsConnection, services: Running['services'], asJson: boolean, { out }: World): Promise<number> {
  const answers = await Promise.all(services.map((service) => ask<Parked[]>(bus, service, 'list')));
  const rows = answers.flatMap(({ service, answer }) => (answer ?? []).map((row) => ({ service, ...row })));
  if (asJson) out(`${JSON.stringify(rows, null, 2)}\n`);
  else if (rows.length === 0) out('No fact is parked.\n');
  else for (const row of rows) out(`${row._id}  ${row.parkedAt}  ${row.durable}  ${row.subject}\n    ${row.reason}\n`);
  return 0;
}

async function redrive(bus: NatsConnection, services: Running['services'], id: string | boolean | undefined, { out }: World): Promise<number> {
  const ids = typeof id === 'string' ? [id] : [];
  const answers = await Promise.all(services.map((service) => ask<{ redriven: number }>(bus, service, 'redrive', { ids })));
  const count = answers.reduce((sum, { answer }) => sum + (answer?.redriven ?? 0), 0);
  out(`${count} ${count === 1 ? 'fact was' : 'facts were'} handed out again.\n`);
  return 0;
}

async function ask<T>(bus: NatsConnection, service: string, action: string, body: unknown = {}): Promise<Asked<T>> {
  try {
    const reply = await bus.request(`control.${service}.parked.${action}`, JSON.stringify(body), { timeout: ANSWER_MS });
    const answer = reply.json<T & { error?: string }>();
    if (answer.error) throw new Error(`${service}: ${answer.error}`);
    return { service, answer };
  } catch (error) {
    // A service that hears no facts parks none, and so opens no such door.
    if ((error as NatsError).code === ErrorCode.NoResponders) return { service, answer: undefined };
    throw error;
  }
}

function complain({ err }: World, text: string): number {
  err(text);
  return 1;
}
