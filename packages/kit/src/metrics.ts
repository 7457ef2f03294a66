import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';

/** One registry a process: when several services share one, their series differ by the `service` label. */
export const registry = new Registry();

let withDefaults = false;
/** Process figures (memory, event loop), once, however many services the process hosts. */
export const startDefaultMetrics = (): void => {
  if (!withDefaults) collectDefaultMetrics({ register: registry });
  withDefaults = true;
};

/** What is asked only when somebody looks: what lies on the bus, what is parked. */
type Sample = () => Promise<void> | void;
const samples = new Set<Sample>();

/** Runs before each scrape until the returned function is called. */
export const onScrape = (sample: Sample): (() => void) => {
  samples.add(sample);
  return () => void samples.delete(sample);
};

// A bus or store that is away must not take the other figures with it: Prometheus gives up after 10 s.
const SAMPLE_WITHIN_MS = 2_000;

const inTime = async (sample: Sample): Promise<void> => {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, SAMPLE_WITHIN_MS);
  });
  await Promise.race([Promise.resolve().then(sample), late]).finally(() => clearTimeout(timer));
};

/** Everything this process measures, in the text form of Prometheus. */
export const scrape = async (): Promise<string> => {
  await Promise.allSettled([...samples].map(inTime));
  return registry.metrics();
};

const known = <Metric>(name: string, make: () => Metric): Metric => (registry.getSingleMetric(name) as Metric | undefined) ?? make();

export const counter = (name: string, help: string, labelNames: string[]): Counter => known(name, () => new Counter({ name, help, labelNames, registers: [registry] }));

export const gauge = (name: string, help: string, labelNames: string[]): Gauge => known(name, () => new Gauge({ name, help, labelNames, registers: [registry] }));

// From a cached read to a slow answer from far away.
const SECONDS = [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
export const histogram = (name: string, help: string, labelNames: string[]): Histogram =>
  known(name, () => new Histogram({ name, help, labelNames, buckets: SECONDS, registers: [registry] }));
