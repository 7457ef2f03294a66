import type { Service } from '@landfall/kit/lifecycle';

/** Starts services one after the other; `started` always tells what a stop has to stop. */
export async function startAll(services: readonly Service[], started: Service[]): Promise<void> {
  for (const service of services) {
    // Before it is up: a service that hangs in its start has to be stopped as well.
    started.push(service);
    await service.start();
  }
}

/** In reverse; one that fails to stop does not keep the others from stopping. */
export async function stopAll(started: readonly Service[]): Promise<void> {
  for (const service of started.toReversed()) {
    await service.stop().catch((error: unknown) => process.stderr.write(`${service.name} did not stop: ${String(error)}\n`));
  }
}
