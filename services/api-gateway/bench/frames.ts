import { readFileSync } from 'node:fs';

interface Profile {
  startTime: number;
  nodes: { id: number; callFrame: { functionName: string; url: string } }[];
  samples: number[];
  timeDeltas: number[];
}

export interface Share {
  what: string;
  share: number;
}

const IDLE = new Set(['(idle)', '(root)']);

const packageOf = (url: string): string => {
  const inStore = /node_modules\/\.pnpm\/(?:[^/]+)\/node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(url)?.[1];
  if (inStore !== undefined) return inStore;
  const own = /\/(packages|services)\/([^/]+)\/dist\/(.+)\.js$/.exec(url);
  if (own !== null) return own[1] === 'packages' ? `@landfall/${own[2] ?? ''}` : `${own[2] ?? ''}/${(own[3] ?? '').split('/')[0] ?? ''}`;
  return url === '' ? 'engine' : url;
};

/** Microseconds by key of what ran on the processor between two moments of the monotonic clock. */
const sums = ({ startTime, nodes, samples, timeDeltas }: Profile, from: number, to: number, keyOf: (frame: Profile['nodes'][number]['callFrame']) => string): Map<string, number> => {
  const byId = new Map(nodes.map(({ id, callFrame }) => [id, callFrame]));
  const spent = new Map<string, number>();
  let now = startTime;
  samples.forEach((id, n) => {
    const took = timeDeltas[n] ?? 0;
    now += took;
    const frame = byId.get(id);
    if (frame === undefined || now < from || now > to || IDLE.has(frame.functionName)) return;
    spent.set(keyOf(frame), (spent.get(keyOf(frame)) ?? 0) + took);
  });
  return spent;
};

const shares = (spent: Map<string, number>, most: number): Share[] => {
  const all = [...spent.values()].reduce((sum, one) => sum + one, 0);
  return [...spent].sort(([, a], [, b]) => b - a).slice(0, most).map(([what, one]) => ({ what, share: one / all }));
};

/** The heaviest packages and the heaviest single functions of a CPU profile, by self time. */
export const heaviest = (file: string, from: number, to: number): { packages: Share[]; frames: Share[] } => {
  const profile = JSON.parse(readFileSync(file, 'utf8')) as Profile;
  const packages = sums(profile, from, to, ({ functionName, url }) => (functionName.startsWith('(') && url === '' ? functionName : packageOf(url)));
  const frames = sums(profile, from, to, ({ functionName, url }) => `${functionName === '' ? 'anonymous' : functionName} · ${functionName.startsWith('(') && url === '' ? 'engine' : packageOf(url)}`);
  return { packages: shares(packages, 10), frames: shares(frames, 8) };
};
