import { Client, credentials, loadPackageDefinition, type GrpcObject, type MethodDefinition, type ServiceError } from '@grpc/grpc-js';
import { loadSync } from '@grpc/proto-loader';
import { fromServiceError } from '@landfall/kit/grpc';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Command, World } from '../command.js';
import { NOT_RUNNING, running } from '../running.js';

const DEADLINE_MS = 10_000;

type Method = MethodDefinition<object, object>;

export const rpc: Command = {
  name: 'rpc',
  says: 'Ask a running service one thing over gRPC and print its answer as JSON.',
  positionals: [
    { name: 'service', required: true, says: 'tracking-request, shipment, …' },
    { name: 'method', required: false, says: 'GetTrackingRequest, …; all of them are listed when left out' },
    { name: 'json', required: false, says: 'the message, with field names as in proto/ ({} when left out)' },
  ],
  flags: {},
  run: async ({ positionals: [service = '', method, json = '{}'] }, world) => {
    const methods = methodsOf(world.root, service);
    if (!methods) return complain(world, `There is no service "${service}" in proto/.\n`);
    if (method === undefined) return say(world, [...methods.keys()].sort().join('\n'));

    const found = running(world.home);
    const port = found?.ports[`${service}.grpc`];
    if (!found) return complain(world, NOT_RUNNING(world.home));
    if (port === undefined) return complain(world, `${service} does not run here.\n`);
    const definition = methods.get(method);
    if (!definition) return complain(world, `${service} has no method ${method}. It has: ${[...methods.keys()].join(', ')}.\n`);
    const message = parsed(json);
    if (!message) return complain(world, 'The message must be a JSON object.\n');
    return call(`127.0.0.1:${port}`, definition, message, world);
  },
};

/** The methods of every gRPC service in a service's own proto folder, by name. */
export function methodsOf(root: string, service: string): Map<string, Method> | undefined {
  const folder = join(root, 'proto', service.replaceAll('-', '_'), 'v1');
  if (!/^[a-z-]+$/.test(service) || !existsSync(folder)) return undefined;
  const files = readdirSync(folder).filter((name) => name.endsWith('.proto')).map((name) => join(folder, name));
  const loaded = loadSync(files, { includeDirs: [join(root, 'proto')], keepCase: true, longs: Number, enums: String, defaults: true, oneofs: true });
  const unary = Object.values(loadPackageDefinition(loaded)).flatMap((found) => servicesIn(found as GrpcObject)).flatMap((definition) => Object.entries(definition));
  return new Map(unary.filter(([, { requestStream, responseStream }]) => !requestStream && !responseStream));
}

function servicesIn(found: GrpcObject): Array<Record<string, Method>> {
  return Object.values(found).flatMap((child) => {
    if (typeof child === 'function') return 'service' in child ? [child.service as unknown as Record<string, Method>] : [];
    return 'format' in child ? [] : servicesIn(child as GrpcObject);
  });
}

function call(address: string, method: Method, message: object, world: World): Promise<number> {
  const client = new Client(address, credentials.createInsecure());
  return new Promise<number>((resolve) => {
    const done = (error: ServiceError | null, answer?: object) => resolve(error ? tellProblem(error, world) : say(world, JSON.stringify(answer, null, 2)));
    client.makeUnaryRequest(method.path, method.requestSerialize, method.responseDeserialize, message, { deadline: Date.now() + DEADLINE_MS }, done);
  }).finally(() => client.close());
}

function tellProblem(error: ServiceError, world: World): number {
  const { code, detail, more } = fromServiceError(error);
  return complain(world, `${code}: ${detail}${more.pointer ? ` (${more.pointer})` : ''}\n`);
}

function parsed(json: string): object | undefined {
  try {
    const value: unknown = JSON.parse(json);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function say({ out }: World, text: string): number {
  out(`${text}\n`);
  return 0;
}

function complain({ err }: World, text: string): number {
  err(text);
  return 1;
}
