import { until } from '@landfall/testkit/until';
import { eras, type Answer, type Era } from './eras.js';

export interface Tenant {
  readonly eras: readonly [Era, Era];
  readonly number: string;
  readonly shipment: string;
  readonly container: string;
  stop(): Promise<void>;
}

/** A tenant with one shipment of its own, seen through a client of each era. */
export const tenant = async (url: string, key: string, number: string): Promise<Tenant> => {
  const both = await eras(url, key);
  const [older] = both;
  await older.call('track_container', { number, scac: 'TEST' });
  const { json } = await until(`${number} is answered`, async () => {
    const found = await older.call('search_container', { query: number });
    return found.json.containers.length > 0 && found.json.shipments.length > 0 && found;
  }, 60_000);
  const stop = async () => void (await Promise.all(both.map((era) => era.close())));
  return { eras: both, number, shipment: json.shipments[0].id, container: json.containers[0].id, stop };
};

type Ask = (of: Tenant) => [tool: string, args: Record<string, unknown>];

/** Questions about what is one's own, or, with another's ids, about what is not. */
const ABOUT: readonly Ask[] = [
  ({ container }) => ['get_container', { id: container, include: ['shipment', 'transport_events'] }],
  ({ shipment }) => ['get_shipment_details', { id: shipment }],
  ({ container }) => ['get_container_transport_events', { id: container, format: 'both', page_size: 5 }],
  ({ container }) => ['get_container_route', { id: container }],
  ({ container }) => ['explain_container', { id: container }],
];

const LISTS: readonly Ask[] = [
  () => ['list_containers', { include: ['shipment'] }],
  () => ['list_shipments', { include_containers: true }],
  () => ['list_tracking_requests', {}],
  () => ['what_changed', { after_sequence: 0 }],
  ({ number }) => ['search_container', { query: number }],
];

const names = ({ container, shipment }: Tenant): string[] => [container, shipment];

const faultOf = ({ isError, text }: Answer, own: Tenant, other: Tenant, isForeign: boolean): string | undefined => {
  if (isForeign) return isError && text.startsWith('Not found in this account') ? undefined : `a foreign id answered ${text.slice(0, 200)}`;
  const leaked = names(other).find((id) => text.includes(id));
  if (leaked !== undefined) return `${leaked} of another account came along`;
  return isError || !names(own).some((id) => text.includes(id)) ? `nothing of its own in ${text.slice(0, 200)}` : undefined;
};

const AT_ONCE = 20;

/** Two tenants, both eras and every reading tool, many at once; answers what should not have been. */
export const interleaved = async (tenants: readonly [Tenant, Tenant], calls: number): Promise<string[]> => {
  const faults: string[] = [];
  const one = async (n: number) => {
    const [own, other] = n % 2 === 0 ? tenants : ([tenants[1], tenants[0]] as const);
    const isForeign = n % 5 === 0;
    const questions = isForeign ? ABOUT : [...ABOUT, ...LISTS];
    const ask = questions[Math.floor(n / 2) % questions.length] as Ask;
    const era = own.eras[Math.floor(n / 3) % 2] as Era;
    const [tool, args] = ask(isForeign ? other : own);
    const fault = faultOf(await era.call(tool, args), own, other, isForeign);
    if (fault !== undefined) faults.push(`${n} ${era.name} ${tool}: ${fault}`);
  };
  for (let from = 0; from < calls; from += AT_ONCE) await Promise.all(Array.from({ length: Math.min(AT_ONCE, calls - from) }, (_, n) => one(from + n)));
  return faults;
};
