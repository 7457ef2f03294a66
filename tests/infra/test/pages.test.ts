import { existsSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect } from 'chai';
import { knownVariables } from '../harness/variables.js';
import { SERVICES } from '@landfall/infra/services';
import { ROOT, text } from '../harness/paths.js';

const PAGES = ['README.md', 'CONTRIBUTING.md', 'ARCHITECTURE.md', ...['docs/users', 'docs/operators', 'docs/contributors', 'docs/runbooks'].flatMap((folder) => readdirSync(join(ROOT, folder)).filter((file) => file.endsWith('.md')).map((file) => `${folder}/${file}`))];

/** Names in code that look like variables and are none of a service: shell and compose read them, or the deployment does. */
const NOT_OF_SERVICES = /^(API|KEY|LANDFALL|POST|PATCH|GET|SIGTERM|TEST|NOTICES|FACTS|OAUTH_GRPC_PORT|LANDFALL_(HOME|PORT|BIND|URL|API_KEY)|NODE_\w+|OTEL_\w+|SERVICE|GRAFANA_PORT|MAEU\d+|_KEY|_SECRET|_TOKEN|SIGUSR2|USR1)$/;

describe('the pages for people', () => {
  it('link only to what is there', () => {
    for (const page of PAGES) {
      for (const [, target = ''] of text(page).matchAll(/\]\(([^)#\s]+)(?:#[^)]*)?\)/g)) {
        if (/^[a-z]+:/.test(target)) continue;
        expect(existsSync(join(ROOT, dirname(page), target)), `${page} → ${target}`).to.equal(true);
      }
    }
  });

  it('name only commands of the menu', () => {
    const { scripts } = JSON.parse(text('package.json')) as { scripts: Record<string, string> };
    for (const page of PAGES) for (const [, name = ''] of text(page).matchAll(/`npm run ([a-z0-9:]+)/g)) expect(scripts, `${page}: npm run ${name}`).to.have.property(name);
  });

  it('name only variables that some service reads', async () => {
    const known = new Set<string>();
    for (const { name } of SERVICES) for (const variable of await knownVariables(name)) known.add(variable);
    for (const page of PAGES.filter((path) => path.startsWith('docs/operators') || path.startsWith('docs/runbooks'))) {
      for (const [, name = ''] of text(page).matchAll(/`([A-Z][A-Z0-9_]{2,})`/g)) expect(known.has(name) || NOT_OF_SERVICES.test(name), `${page}: ${name}`).to.equal(true);
    }
  });
});
