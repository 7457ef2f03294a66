// Every printed manifest, by its path below infra/k8s: { path: [document, …] }.
import { SERVICES } from '../services.mjs';
import { keda, monitoring, mutualTls } from './components.mjs';
import { floor, wallsOf } from './network.mjs';
import { environmentOf, migration, workload } from './workload.mjs';

const KUSTOMIZATION = { apiVersion: 'kustomize.config.k8s.io/v1beta1', kind: 'Kustomization' };
const PART_OF = { 'app.kubernetes.io/part-of': 'landfall' };

const SANDBOX = 'SANDBOX_CARRIER_URL';

/** Production has no sandbox; a component brings it, and tells those who ask it where it is. */
const withoutSandbox = (service) => ({ ...service, asks: Object.fromEntries(Object.entries(service.asks).filter(([variable]) => variable !== SANDBOX)) });

const served = SERVICES.filter(({ role }) => role !== 'sandbox');
const sandboxes = SERVICES.filter(({ role }) => role === 'sandbox');
const keepers = SERVICES.filter(({ role }) => role === 'owner');

const COMMON = {
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: { name: 'landfall', labels: PART_OF },
  data: { NODE_ENV: 'production', LOG_LEVEL: 'info', BIND_HOST: '0.0.0.0', HTTP_PORT: '8080', GRPC_PORT: '50051', HEALTH_PORT: '9090', STOP_DELAY_MS: '5000', NATS_REPLICAS: '1', PUBLIC_URL: 'http://localhost:8080' },
};

const base = () => ({
  'kustomization.yaml': [{ ...KUSTOMIZATION, resources: ['config.yaml', 'network.yaml', ...served.map(({ name }) => `${name}.yaml`)] }],
  'config.yaml': [COMMON],
  'network.yaml': floor(),
  ...Object.fromEntries(served.map((service) => [`${service.name}.yaml`, [...workload(withoutSandbox(service)), wallsOf(service)]])),
});

const askers = SERVICES.filter(({ asks }) => SANDBOX in asks);

const withSandbox = (service) => ({
  apiVersion: 'apps/v1',
  kind: 'Deployment',
  metadata: { name: service.name },
  spec: { template: { spec: { containers: [{ name: service.name, env: environmentOf(service).filter(({ name }) => name === SANDBOX) }] } } },
});

const sandbox = () => ({
  'kustomization.yaml': [{ apiVersion: 'kustomize.config.k8s.io/v1alpha1', kind: 'Component', resources: sandboxes.map(({ name }) => `${name}.yaml`), patches: askers.map(({ name }) => ({ path: `asked-by-${name}.yaml` })) }],
  ...Object.fromEntries(sandboxes.map((service) => [`${service.name}.yaml`, [...workload(service), wallsOf(service)]])),
  ...Object.fromEntries(askers.map((service) => [`asked-by-${service.name}.yaml`, [withSandbox(service)]])),
});

const migrate = () => ({
  'kustomization.yaml': [{ ...KUSTOMIZATION, resources: keepers.map(({ name }) => `${name}.yaml`) }],
  ...Object.fromEntries(keepers.map((service) => [`${service.name}.yaml`, [migration(withoutSandbox(service))]])),
});

const below = (folder, files) => Object.entries(files).map(([path, documents]) => [`${folder}/${path}`, documents]);

/** @param groups the alert rules, which the Prometheus operator takes as an object of the cluster. */
export const manifests = (groups) =>
  Object.fromEntries([
    ...below('base', base()),
    ...below('migrate', migrate()),
    ...below('components/sandbox', sandbox()),
    ...below('components/keda', keda()),
    ...below('components/mutual-tls', mutualTls()),
    ...below('components/monitoring', monitoring(groups)),
  ]);
