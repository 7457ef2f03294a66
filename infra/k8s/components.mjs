// What a cluster may have and need not: KEDA, cert-manager, the Prometheus operator.
import { SERVICES } from '../services.mjs';

const COMPONENT = { apiVersion: 'kustomize.config.k8s.io/v1alpha1', kind: 'Component' };
const PART_OF = { 'app.kubernetes.io/part-of': 'landfall' };

const workers = SERVICES.filter(({ consumers }) => consumers?.length);

/** A worker grows with what waits on the bus instead of with its processor; gateways keep their own scaler. */
const scaledOf = ({ name, replicas, most, consumers }) => ({
  apiVersion: 'keda.sh/v1alpha1',
  kind: 'ScaledObject',
  metadata: { name, labels: PART_OF },
  spec: {
    scaleTargetRef: { name },
    minReplicaCount: replicas,
    maxReplicaCount: most,
    cooldownPeriod: 300,
    triggers: [
      ...consumers.map(({ stream, durable, backlog }) => ({
        type: 'nats-jetstream',
        metadata: { natsServerMonitoringEndpoint: 'nats.landfall-stores.svc:8222', account: '$G', stream, consumer: durable, lagThreshold: String(backlog), activationLagThreshold: '1', useHttps: 'false' },
      })),
      { type: 'cpu', metricType: 'Utilization', metadata: { value: '70' } },
    ],
  },
});

const without = ({ name }) => ({ target: { kind: 'HorizontalPodAutoscaler', name }, patch: `$patch: delete\napiVersion: autoscaling/v2\nkind: HorizontalPodAutoscaler\nmetadata:\n  name: ${name}\n` });

export const keda = () => ({
  'kustomization.yaml': [{ ...COMPONENT, resources: ['scaled-objects.yaml'], patches: workers.map(without) }],
  'scaled-objects.yaml': workers.map(scaledOf),
});

const spoken = SERVICES.filter(({ role }) => role !== 'sandbox');

const certificateOf = ({ name }) => ({
  apiVersion: 'cert-manager.io/v1',
  kind: 'Certificate',
  metadata: { name, labels: PART_OF },
  spec: {
    secretName: `${name}-tls`,
    duration: '2160h',
    renewBefore: '720h',
    privateKey: { algorithm: 'ECDSA', size: 256, rotationPolicy: 'Always' },
    commonName: name,
    dnsNames: [name],
    usages: ['digital signature', 'server auth', 'client auth'],
    issuerRef: { name: 'landfall', kind: 'Issuer' },
  },
});

const AUTHORITY = [
  { apiVersion: 'cert-manager.io/v1', kind: 'Issuer', metadata: { name: 'landfall-root', labels: PART_OF }, spec: { selfSigned: {} } },
  { apiVersion: 'cert-manager.io/v1', kind: 'Certificate', metadata: { name: 'landfall-authority', labels: PART_OF }, spec: { isCA: true, commonName: 'landfall', secretName: 'landfall-authority', duration: '43800h', privateKey: { algorithm: 'ECDSA', size: 256 }, issuerRef: { name: 'landfall-root', kind: 'Issuer' } } },
  { apiVersion: 'cert-manager.io/v1', kind: 'Issuer', metadata: { name: 'landfall', labels: PART_OF }, spec: { ca: { secretName: 'landfall-authority' } } },
];

const FILES = { GRPC_TLS_CA_PATH: 'ca.crt', GRPC_TLS_CERT_PATH: 'tls.crt', GRPC_TLS_PRIVATE_KEY_PATH: 'tls.key' };

const withCertificate = ({ name }) => ({
  apiVersion: 'apps/v1',
  kind: 'Deployment',
  metadata: { name },
  spec: {
    template: {
      spec: {
        containers: [{ name, env: Object.entries(FILES).map(([variable, file]) => ({ name: variable, value: `/tls/${file}` })), volumeMounts: [{ name: 'tls', mountPath: '/tls', readOnly: true }] }],
        volumes: [{ name: 'tls', secret: { secretName: `${name}-tls`, defaultMode: 0o440 } }],
      },
    },
  },
});

export const mutualTls = () => ({
  'kustomization.yaml': [{ ...COMPONENT, resources: ['certificates.yaml'], patches: spoken.map(({ name }) => ({ path: `${name}.yaml` })) }],
  'certificates.yaml': [...AUTHORITY, ...spoken.map(certificateOf)],
  ...Object.fromEntries(spoken.map((service) => [`${service.name}.yaml`, [withCertificate(service)]])),
});

/** For clusters whose Prometheus is run by its operator: whom to scrape, and the same rules that alerts.yml holds. */
export const monitoring = (groups) => ({
  'kustomization.yaml': [{ ...COMPONENT, resources: ['monitoring.yaml'] }],
  'monitoring.yaml': [
    { apiVersion: 'monitoring.coreos.com/v1', kind: 'PodMonitor', metadata: { name: 'landfall', labels: PART_OF }, spec: { selector: { matchLabels: PART_OF }, podMetricsEndpoints: [{ port: 'health', path: '/metrics', interval: '15s' }], podTargetLabels: ['app.kubernetes.io/name'] } },
    { apiVersion: 'monitoring.coreos.com/v1', kind: 'PrometheusRule', metadata: { name: 'landfall', labels: PART_OF }, spec: { groups } },
  ],
});

