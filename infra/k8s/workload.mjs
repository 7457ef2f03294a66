// What one service is in the cluster, printed from its row of the table.
import { calledBy, PORTS, variableOf } from '../services.mjs';

const NAME = 'app.kubernetes.io/name';
const ROLE = 'landfall.dev/role';

/** Beside the delay before doors close (5 s) and the ten seconds that parts may take. */
const GRACE_SECONDS = 30;
// Node keeps a quarter for buffers and native parts of what the pod may have.
const heapMi = (limitMi) => Math.round(limitMi * 0.75);

export const labelsOf = ({ name, role }) => ({ [NAME]: name, 'app.kubernetes.io/part-of': 'landfall', [ROLE]: role });
const selectorOf = ({ name }) => ({ matchLabels: { [NAME]: name } });

const portsOf = ({ grpc, http }) => [
  ...(http ? [{ name: 'http', containerPort: PORTS.http }] : []),
  ...(grpc ? [{ name: 'grpc', containerPort: PORTS.grpc }] : []),
  { name: 'health', containerPort: PORTS.health },
];

const secret = (name, key) => ({ valueFrom: { secretKeyRef: { name, key } } });

/** Everything a service is told that is the same in every environment; the rest comes from the ConfigMap `landfall`. */
export const environmentOf = (service) => [
  { name: 'OTEL_SERVICE_NAME', value: service.name },
  { name: 'NODE_OPTIONS', value: `--max-old-space-size=${heapMi(service.limitMi)}` },
  { name: 'NATS_URL', ...secret('landfall-stores', 'NATS_URL') },
  ...(service.role === 'gateway' ? [] : [{ name: 'MONGODB_URI', ...secret('landfall-stores', 'MONGODB_URI') }]),
  ...(service.encrypts ? [{ name: 'DATA_ENCRYPTION_KEY', ...secret('landfall-keys', 'DATA_ENCRYPTION_KEY') }] : []),
  // dns:/// and a headless Service: every replica has its address, and callers take them in turn.
  ...calledBy(service).map((name) => ({ name: variableOf(name), value: `dns:///${name}:${PORTS.grpc}` })),
  ...Object.entries(service.asks).map(([name, asked]) => ({ name, value: `http://${asked}:${PORTS.http}` })),
  ...(service.name === 'oauth' ? [{ name: 'TRUSTED_PROXIES', value: 'loopback, uniquelocal' }] : []),
];

const POD_SECURITY = { runAsNonRoot: true, runAsUser: 1000, runAsGroup: 1000, fsGroup: 1000, seccompProfile: { type: 'RuntimeDefault' } };
const SECURITY = { allowPrivilegeEscalation: false, readOnlyRootFilesystem: true, capabilities: { drop: ['ALL'] } };

const probe = (path, more) => ({ httpGet: { path, port: 'health' }, timeoutSeconds: 3, ...more });

const containerOf = (service) => ({
  name: service.name,
  image: `landfall/${service.name}`,
  ports: portsOf(service),
  envFrom: [{ configMapRef: { name: 'landfall' } }],
  env: environmentOf(service),
  // A service that waits for its store is alive and not ready: restarting it would help nobody.
  livenessProbe: probe('/livez', { periodSeconds: 10, failureThreshold: 6 }),
  readinessProbe: probe('/readyz', { periodSeconds: 3, failureThreshold: 2 }),
  resources: { requests: { cpu: service.cpu, memory: `${service.memoryMi}Mi` }, limits: { memory: `${service.limitMi}Mi` } },
  securityContext: SECURITY,
  volumeMounts: [{ name: 'tmp', mountPath: '/tmp' }],
});

const podOf = (service, container, more = {}) => ({
  metadata: { labels: labelsOf(service) },
  spec: {
    serviceAccountName: service.name,
    automountServiceAccountToken: false,
    securityContext: POD_SECURITY,
    containers: [container],
    volumes: [{ name: 'tmp', emptyDir: { sizeLimit: '64Mi' } }],
    ...more,
  },
});

const spread = (service, topologyKey, whenUnsatisfiable) => ({ maxSkew: 1, topologyKey, whenUnsatisfiable, labelSelector: selectorOf(service) });

const meta = (service) => ({ name: service.name, labels: labelsOf(service) });

const deploymentOf = (service) => ({
  apiVersion: 'apps/v1',
  kind: 'Deployment',
  metadata: meta(service),
  spec: {
    replicas: service.replicas,
    revisionHistoryLimit: 5,
    selector: selectorOf(service),
    // A new replica is ready before an old one is told to stop, which then serves on for STOP_DELAY_MS.
    strategy: { type: 'RollingUpdate', rollingUpdate: { maxUnavailable: 0, maxSurge: 1 } },
    minReadySeconds: 5,
    template: podOf(service, containerOf(service), {
      terminationGracePeriodSeconds: GRACE_SECONDS,
      topologySpreadConstraints: [spread(service, 'topology.kubernetes.io/zone', 'ScheduleAnyway'), spread(service, 'kubernetes.io/hostname', 'ScheduleAnyway')],
    }),
  },
});

const serviceOf = (service) => ({
  apiVersion: 'v1',
  kind: 'Service',
  metadata: meta(service),
  spec: {
    // Balancing is the caller's: gRPC keeps connections, so one virtual address would mean one replica.
    ...(service.grpc ? { clusterIP: 'None' } : {}),
    selector: { [NAME]: service.name },
    ports: portsOf(service).map(({ name, containerPort }) => ({ name, port: containerPort, targetPort: name })),
  },
});

const budgetOf = (service) => ({ apiVersion: 'policy/v1', kind: 'PodDisruptionBudget', metadata: meta(service), spec: { maxUnavailable: 1, selector: selectorOf(service) } });

const scalerOf = (service) => ({
  apiVersion: 'autoscaling/v2',
  kind: 'HorizontalPodAutoscaler',
  metadata: meta(service),
  spec: {
    scaleTargetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name: service.name },
    minReplicas: service.replicas,
    maxReplicas: service.most,
    metrics: [{ type: 'Resource', resource: { name: 'cpu', target: { type: 'Utilization', averageUtilization: 70 } } }],
    // A vessel's arrival brings a burst of answers and nothing after it; shrinking waits until that has passed.
    behavior: { scaleDown: { stabilizationWindowSeconds: 300 }, scaleUp: { stabilizationWindowSeconds: 15 } },
  },
});

const accountOf = (service) => ({ apiVersion: 'v1', kind: 'ServiceAccount', metadata: meta(service), automountServiceAccountToken: false });

/** All objects of one service but its network policy. */
export const workload = (service) => [
  accountOf(service),
  deploymentOf(service),
  serviceOf(service),
  ...(service.replicas > 1 ? [budgetOf(service)] : []),
  ...(service.most > service.replicas ? [scalerOf(service)] : []),
];

/** Migrations and indexes of one service, run to the end before its new version is rolled out. */
export const migration = (service) => ({
  apiVersion: 'batch/v1',
  kind: 'Job',
  metadata: { name: `migrate-${service.name}`, labels: { ...labelsOf(service), 'landfall.dev/task': 'migrate' } },
  spec: {
    backoffLimit: 6,
    ttlSecondsAfterFinished: 86_400,
    template: podOf(service, { ...containerOf(service), args: ['node', 'dist/main.js', 'migrate'], ports: undefined, livenessProbe: undefined, readinessProbe: undefined }, { restartPolicy: 'OnFailure' }),
  },
});
