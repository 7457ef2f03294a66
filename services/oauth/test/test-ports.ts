import type { Ports } from '../src/app/ports.js';
import { fakes } from './fakes.js';

export interface TestPorts {
  ports: Ports;
  stop(): Promise<void>;
}

export const testPorts = async (): Promise<TestPorts> => {
  const ports = fakes();
  return { ports: { ...ports, around: { ...ports.around, now: () => new Date() } }, stop: async () => undefined };
};
