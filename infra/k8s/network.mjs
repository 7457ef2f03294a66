// Who may speak with whom. Everything else is refused: gateways reach owners, owners reach stores, and only those who
// ask carriers, tell webhooks or read client documents reach the world, never a private address.
import { PORTS, SERVICES } from '../services.mjs';
import { labelsOf } from './workload.mjs';

const tcp = (port) => ({ protocol: 'TCP', port });
const role = (name) => ({ podSelector: { matchLabels: { 'landfall.dev/role': name } } });
const named = (name) => ({ podSelector: { matchLabels: { 'app.kubernetes.io/name': name } } });
/** Namespaces that hold MongoDB and NATS, collectors and scrapers carry these labels. */
const namespaces = (label) => ({ namespaceSelector: { matchLabels: { [label]: 'true' } } });

const PRIVATE = ['10.0.0.0/8', '100.64.0.0/10', '127.0.0.0/8', '169.254.0.0/16', '172.16.0.0/12', '192.168.0.0/16'];
const WORLD = [{ ipBlock: { cidr: '0.0.0.0/0', except: PRIVATE } }, { ipBlock: { cidr: '::/0', except: ['fc00::/7', 'fe80::/10'] } }];

const policy = (name, spec, labels = { 'app.kubernetes.io/part-of': 'landfall' }) => ({ apiVersion: 'networking.k8s.io/v1', kind: 'NetworkPolicy', metadata: { name, labels }, spec });

const EVERYBODY = { matchLabels: { 'app.kubernetes.io/part-of': 'landfall' } };

/** The floor under every service: nothing in, and out only to names, bus and collector. */
export const floor = () => [
  policy('default-deny', { podSelector: {}, policyTypes: ['Ingress', 'Egress'] }),
  policy('everybody', {
    podSelector: EVERYBODY,
    policyTypes: ['Ingress', 'Egress'],
    ingress: [{ from: [namespaces('landfall.dev/scrapes')], ports: [tcp(PORTS.health)] }],
    egress: [
      { to: [{ namespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': 'kube-system' } } }], ports: [{ protocol: 'UDP', port: 53 }, tcp(53)] },
      { to: [namespaces('landfall.dev/stores')], ports: [tcp(4_222)] },
      { to: [namespaces('landfall.dev/collects')], ports: [tcp(4_318)] },
    ],
  }),
];

const askersOf = ({ name }) => SERVICES.filter(({ asks }) => Object.values(asks).includes(name)).map((asker) => named(asker.name));

const callersOf = ({ name }) => [role('gateway'), ...SERVICES.filter(({ calls = [] }) => calls.includes(name)).map((caller) => named(caller.name))];

const ingressOf = (service) => [
  ...(service.public ? [{ ports: [tcp(PORTS.http)] }] : []),
  ...(service.grpc ? [{ from: callersOf(service), ports: [tcp(PORTS.grpc)] }] : []),
  ...(service.http && !service.public ? [{ from: askersOf(service), ports: [tcp(PORTS.http)] }] : []),
];

const egressOf = (service) => [
  ...(service.role === 'gateway' ? [{ to: [role('owner')], ports: [tcp(PORTS.grpc)] }] : [{ to: [namespaces('landfall.dev/stores')], ports: [tcp(27_017)] }]),
  ...(service.calls ?? []).map((called) => ({ to: [named(called)], ports: [tcp(PORTS.grpc)] })),
  ...Object.values(service.asks).map((asked) => ({ to: [named(asked)], ports: [tcp(PORTS.http)] })),
  ...(service.internet ? [{ to: WORLD }] : []),
];

export const wallsOf = (service) =>
  policy(service.name, { podSelector: { matchLabels: { 'app.kubernetes.io/name': service.name } }, policyTypes: ['Ingress', 'Egress'], ingress: ingressOf(service), egress: egressOf(service) }, labelsOf(service));
