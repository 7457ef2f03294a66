import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { OVERLAYS, rendered, stale } from '@landfall/infra/print';
import { SERVICES } from '@landfall/infra/services';
import { landedServices } from '@landfall/one-machine/services';
import { expect } from 'chai';
import { renderedOverlays, schemaFaults, typedSource, type Manifest } from '../harness/manifests.js';
import { ROOT, text } from '../harness/paths.js';
import { knownVariables } from '../harness/variables.js';

interface Container {
  name: string;
  env?: { name: string; value?: string; valueFrom?: { secretKeyRef?: { name: string } } }[];
  livenessProbe?: object;
  readinessProbe?: object;
  resources: { requests: Record<string, string>; limits: Record<string, string> };
  securityContext: { readOnlyRootFilesystem: boolean; allowPrivilegeEscalation: boolean };
}

interface Pod {
  metadata: { labels: Record<string, string> };
  spec: { containers: Container[]; securityContext: { runAsNonRoot: boolean }; terminationGracePeriodSeconds?: number; topologySpreadConstraints?: object[] };
}

interface Rule {
  from?: { podSelector?: { matchLabels: Record<string, string> }; namespaceSelector?: object }[];
  to?: { podSelector?: { matchLabels: Record<string, string> }; namespaceSelector?: { matchLabels: Record<string, string> }; ipBlock?: { cidr: string; except: string[] } }[];
  ports?: { port: number }[];
}

const overlays = renderedOverlays();
const of = (overlay: string, kind: string): Manifest[] => (overlays[overlay] ?? []).filter((manifest) => manifest.kind === kind);
const podOf = (manifest: Manifest) => manifest.spec?.['template'] as Pod;
const firstOf = (manifest: Manifest): Container => {
  const [container] = podOf(manifest).spec.containers;
  if (!container) throw new Error(`${manifest.metadata.name} has no container`);
  return container;
};
const owned = SERVICES.filter(({ role }) => role !== 'sandbox');

describe('the manifests', function () {
  this.timeout(120_000);

  it('are what the tables print', () => {
    expect(stale(), 'run: node infra/print.mjs').to.deep.equal([]);
  });

  it('are rendered for every overlay, and are what kubectl renders where it is installed', () => {
    expect(Object.keys(overlays).sort()).to.deep.equal([...OVERLAYS].sort());
    for (const overlay of OVERLAYS) expect(rendered(overlay) ?? text(`infra/k8s/rendered/${overlay}.yaml`), overlay).to.equal(text(`infra/k8s/rendered/${overlay}.yaml`));
  });

  it('hold to the schemas of their kinds', async () => {
    expect(await schemaFaults({ apiVersion: 'apps/v1', kind: 'Deployment', metadata: { name: 'x' }, spec: { replicas: 'two' } })).not.to.deep.equal([]);
    for (const [overlay, manifests] of Object.entries(overlays)) for (const manifest of manifests) expect(await schemaFaults(manifest), `${overlay}: ${manifest.kind} ${manifest.metadata.name}`).to.deep.equal([]);
  });

  it('have no field that their kinds do not know, however deep', () => {
    const folder = mkdtempSync(join(ROOT, 'tests/infra/reports-'));
    try {
      const compile = (manifests: readonly Manifest[]) => {
        writeFileSync(join(folder, 'typed.ts'), typedSource(manifests));
        return spawnSync(join(ROOT, 'tests/infra/node_modules/.bin/tsc'), ['--ignoreConfig', '--noEmit', '--strict', '--module', 'nodenext', '--skipLibCheck', '--types', '', join(folder, 'typed.ts')], { encoding: 'utf8' });
      };
      const odd = { apiVersion: 'v1', kind: 'ServiceAccount', metadata: { name: 'x', lables: {} } } as Manifest;
      expect(compile([odd]).stdout).to.include('lables');
      const { status, stdout } = compile(Object.values(overlays).flat());
      expect(status, stdout).to.equal(0);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });

  it('deploy every service that one machine runs', () => {
    const names = landedServices().map(({ name }) => name).sort();
    expect(of('dev', 'Deployment').map(({ metadata }) => metadata.name).sort()).to.deep.equal(names);
    expect(of('prod', 'Deployment').map(({ metadata }) => metadata.name).sort()).to.deep.equal(names.filter((name) => name !== 'sandbox-carrier'));
    for (const { name, grpc, encrypts } of landedServices()) expect(SERVICES.find((each) => each.name === name), name).to.deep.include({ grpc, encrypts });
  });

  it('give every pod probes, bounds and no rights, and every secret by reference', () => {
    for (const manifest of [...of('prod', 'Deployment'), ...of('dev', 'Deployment'), ...of('prod-migrate', 'Job')]) {
      const { spec } = podOf(manifest);
      const container = firstOf(manifest);
      expect(spec.securityContext.runAsNonRoot, manifest.metadata.name).to.equal(true);
      expect(container.securityContext).to.deep.include({ readOnlyRootFilesystem: true, allowPrivilegeEscalation: false });
      expect(container.resources.requests).to.include.keys('cpu', 'memory');
      expect(container.resources.limits).to.include.keys('memory');
      if (manifest.kind === 'Deployment') expect(container).to.include.keys('livenessProbe', 'readinessProbe');
      for (const { name, value } of container.env ?? []) if (/(_KEY|MONGODB_URI|NATS_URL)$/.test(name)) expect(value, name).to.equal(undefined);
    }
  });

  it('tell each service only what it reads', async () => {
    const shared = Object.keys(of('prod', 'ConfigMap')[0]?.data ?? {});
    for (const manifest of [...of('prod-full', 'Deployment'), ...of('dev', 'Deployment')]) {
      const known = await knownVariables(manifest.metadata.name);
      expect((firstOf(manifest).env ?? []).map(({ name }) => name).filter((name) => !known.has(name)), manifest.metadata.name).to.deep.equal([]);
      expect(shared.filter((name) => !known.has(name) && !['HTTP_PORT', 'GRPC_PORT', 'PUBLIC_URL'].includes(name))).to.deep.equal([]);
    }
  });

  it('replace a service without a gap: one more before one less, time to drain, spread, and a budget', () => {
    for (const manifest of of('prod', 'Deployment')) {
      expect(manifest.spec?.['strategy']).to.deep.equal({ rollingUpdate: { maxSurge: 1, maxUnavailable: 0 }, type: 'RollingUpdate' });
      const { terminationGracePeriodSeconds = 0, topologySpreadConstraints = [] } = podOf(manifest).spec;
      const delayMs = Number(of('prod', 'ConfigMap')[0]?.data?.['STOP_DELAY_MS']);
      expect(delayMs).to.be.greaterThan(0);
      expect(terminationGracePeriodSeconds * 1_000).to.be.greaterThan(delayMs + 10_000);
      expect(topologySpreadConstraints).to.have.length(2);
      expect(Number(manifest.spec?.['replicas'])).to.be.greaterThan(1);
      for (const kind of ['PodDisruptionBudget', 'HorizontalPodAutoscaler']) expect(of('prod', kind).some(({ metadata }) => metadata.name === manifest.metadata.name), `${kind} ${manifest.metadata.name}`).to.equal(true);
    }
  });

  it('let only gateways reach owners, and oauth the one that tells how webhooks are doing, only owners reach the store, and nobody a private address outside', () => {
    const policies = of('prod', 'NetworkPolicy');
    const policy = (name: string) => policies.find(({ metadata }) => metadata.name === name)?.spec as { ingress?: Rule[]; egress?: Rule[]; podSelector: object; policyTypes: string[] };
    expect(policy('default-deny')).to.deep.equal({ podSelector: {}, policyTypes: ['Ingress', 'Egress'] });
    const gateways = { 'landfall.dev/role': 'gateway' };
    const alsoReach: Record<string, object[]> = { 'webhook-dispatch': [{ 'app.kubernetes.io/name': 'oauth' }] };
    for (const { name, role, grpc, internet } of owned) {
      const { ingress = [], egress = [] } = policy(name);
      const toGrpc = ingress.filter(({ ports }) => ports?.some(({ port }) => port === 50_051));
      expect(toGrpc.flatMap(({ from = [] }) => from.map(({ podSelector }) => podSelector?.matchLabels))).to.deep.equal(grpc ? [gateways, ...(alsoReach[name] ?? [])] : []);
      expect(egress.some(({ ports }) => ports?.some(({ port }) => port === 27_017)), `${name} → store`).to.equal(role === 'owner');
      const world = egress.flatMap(({ to = [] }) => to).filter(({ ipBlock }) => ipBlock);
      expect(world.length > 0, `${name} → world`).to.equal(internet);
      for (const { ipBlock } of world) expect(ipBlock?.except.length).to.be.greaterThan(1);
    }
  });

  it('scale workers by what waits on the bus where KEDA is, by consumers that are really there', () => {
    const durables = execFileSync('grep', ['-rhoE', "durable: '[^']+'", join(ROOT, 'services'), '--include=*.ts', '--exclude-dir=node_modules', '--exclude-dir=test'], { encoding: 'utf8' });
    const scaled = of('prod-full', 'ScaledObject');
    expect(scaled.length).to.be.greaterThan(3);
    for (const { metadata, spec } of scaled) {
      const triggers = spec?.['triggers'] as { type: string; metadata: { consumer?: string } }[];
      for (const { metadata: { consumer } } of triggers.filter(({ type }) => type === 'nats-jetstream')) expect(durables).to.include(`'${consumer}'`);
      expect(of('prod-full', 'HorizontalPodAutoscaler').some((scaler) => scaler.metadata.name === metadata.name), `${metadata.name} is scaled once`).to.equal(false);
    }
  });

  it('speak TLS both ways where cert-manager is, each service under the name it is called by', () => {
    for (const manifest of of('prod-full', 'Deployment')) {
      const { name } = manifest.metadata;
      const certificate = of('prod-full', 'Certificate').find(({ metadata }) => metadata.name === name);
      expect(certificate?.spec?.['dnsNames']).to.deep.equal([name]);
      expect((firstOf(manifest).env ?? []).map((each) => each.name)).to.include.members(['GRPC_TLS_CA_PATH', 'GRPC_TLS_CERT_PATH', 'GRPC_TLS_PRIVATE_KEY_PATH']);
    }
  });
});
