import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect } from 'chai';
import { document, routes } from '../contract.js';
import { committedOpenApi, printedOpenApi } from '../printed-openapi.js';
import { rig } from '../harness.js';
import { formats } from '../../../../packages/resources/test/formats.js';

const operations = Object.entries(document.paths).flatMap(([path, verbs]) => Object.entries(verbs).map(([verb, operation]) => ({ path, verb, operation: operation as unknown as Record<string, unknown> })));

describe('the OpenAPI document', () => {
  it('describes every route and nothing else [D-16]', () => {
    expect(operations.map(({ path, verb }) => `${verb} ${path}`)).to.have.members(routes.map(({ method, path }) => `${method} ${path.replace(/:(\w+)/g, '{$1}')}`));
    expect(new Set(operations.map(({ operation }) => operation['operationId'])).size).to.equal(routes.length);
  });

  it('is the committed copy; print it anew with `pnpm --filter @landfall/api-gateway openapi` [D-16]', () => {
    expect(printedOpenApi() === readFileSync(committedOpenApi, 'utf8'), 'docs/openapi.json is old').to.equal(true);
  });

  it('holds schemas that compile, and references that lead somewhere [D-16]', () => {
    const ajv = new Ajv2020({ strict: false, validateSchema: true });
    formats(ajv);
    ajv.addSchema({ $id: 'all', $defs: document.components.schemas }, 'all');
    const text = JSON.stringify(document);
    for (const [, name] of text.matchAll(/"#\/components\/schemas\/(\w+)"/g)) expect(document.components.schemas, name).to.have.property(name!);
    for (const schema of Object.values(document.components.schemas)) expect(ajv.validateSchema(schema as object), ajv.errorsText()).to.equal(true);
  });

  it('names each parameter of a path, and gives each body a schema [D-16]', () => {
    for (const { path, operation } of operations) {
      const parameters = operation['parameters'] as { name: string; in: string; required?: boolean }[];
      const named = parameters.filter((one) => one.in === 'path').map(({ name }) => name);
      expect(named, path).to.deep.equal([...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name));
      expect(new Set(parameters.map((one) => `${one.in} ${one.name}`)).size, path).to.equal(parameters.length);
    }
  });

  it('is served to anybody as it is committed, under the own address [D-16]', async () => {
    const at = await rig();
    const reply = await at.ask('GET', '/v2/openapi.json', { key: null });
    await at.stop();
    expect(reply.json).to.deep.equal({ ...document, servers: [{ url: 'http://gateway.test/v2' }] });
  });
});
