import { Ajv2020 } from 'ajv/dist/2020.js';
import { formats } from './formats.js';
import { expect } from 'chai';
import serializer from 'jsonapi-serializer';
import { deserialise } from 'kitsu-core';
import { eventCategories } from '../src/event-category.js';
import { resourceOf, resources } from '../src/catalogue.js';
import { documentOf } from '../src/document.js';
import { resourceSchema } from '../src/schema.js';
import { jsonApiFaults } from './json-api.js';
import { messagesOf } from './messages.js';

const ajv = new Ajv2020({ strict: true, allErrors: true });
formats(ajv);

// Three types have no message of a contract behind them.
const OWN: Record<string, { full: object; bare: object }> = {
  webhook_event_category: { full: eventCategories[0]!, bare: eventCategories[1]! },
  webhook_failing_event: {
    full: { id: '0', webhookId: 'w', timestamp: new Date(0), percent: 50, failingSince: new Date(0), failuresInARow: 20 },
    bare: { id: '1', webhookId: 'w', timestamp: new Date(0), percent: 50, failingSince: undefined, failuresInARow: 0 },
  },
  tracking_request_result: {
    full: { id: '0', index: 0, trackingRequestId: undefined, errors: [{ status: '422', code: 'blank', title: 'T', detail: 'D', pointer: '/data/0' }] },
    bare: { id: '1', index: 1, trackingRequestId: 'r', errors: [] },
  },
};

const messages = (type: string) => messagesOf(type) ?? OWN[type]!;
const overWire = (value: unknown) => JSON.parse(JSON.stringify(value)) as unknown;

describe('resources', () => {
  for (const row of resources) {
    for (const size of ['full', 'bare'] as const) {
      it(`${row.type}: a ${size} message keeps to the published schema and to JSON:API 1.1 [D-08]`, () => {
        const document = overWire(documentOf(row.of(messages(row.type)[size])));
        const validate = ajv.compile(resourceSchema(row));
        expect(validate((document as { data: unknown }).data), JSON.stringify(validate.errors)).to.equal(true);
        expect(jsonApiFaults(document)).to.deep.equal([]);
      });
    }

    it(`${row.type}: two foreign readers find the attributes we wrote`, async () => {
      const written = row.of(messages(row.type).full);
      const document = overWire(documentOf(written)) as { data: { attributes: Record<string, unknown> } };
      const expected = document.data.attributes;
      const bySerializer = await new serializer.Deserializer({ keyForAttribute: 'underscore_case' }).deserialize(structuredClone(document));
      const byKitsu = deserialise(structuredClone(document)).data;
      for (const [name, value] of Object.entries(expected)) {
        expect(bySerializer[name], `jsonapi-serializer, ${name}`).to.deep.equal(value);
        expect(byKitsu[name], `kitsu, ${name}`).to.deep.equal(value);
      }
      expect(byKitsu['id']).to.equal(written.id);
    });

    it(`${row.type}: a sparse fieldset shows exactly the fields asked for [D-05]`, () => {
      const [field] = Object.keys(row.fields);
      const [relation] = Object.keys(row.relationships);
      const full = row.of(messages(row.type).full);
      const cut = row.only(new Set([field!, ...(relation === undefined ? [] : [relation])]))(full);
      expect(Object.keys(cut.attributes)).to.deep.equal([field]);
      expect(Object.keys(cut.relationships ?? {})).to.deep.equal(relation === undefined ? [] : [relation]);
      expect(row.only(new Set())(full)).to.not.have.property('relationships');
    });

    it(`${row.type}: every relation leads to a type that exists`, () => {
      for (const relation of Object.values(row.relationships)) for (const type of relation.to) expect(resourceOf(type), type).to.not.equal(undefined);
    });
  }

  it('emits the tags of a request under both names [D-13]', () => {
    const { attributes } = resourceOf('tracking_request')!.of({ ...messages('tracking_request').full, tags: ['a'] });
    expect(attributes).to.include.deep.keys('tags', 'shipment_tags');
    expect(attributes['tags']).to.deep.equal(['a']);
    expect(attributes['shipment_tags']).to.deep.equal(['a']);
  });

  it('gives only shipments and tracking requests a link of their own [D-03]', () => {
    expect(resources.filter(({ hasSelf }) => hasSelf).map(({ type }) => type)).to.have.members(['shipment', 'tracking_request']);
  });

  it('repeats the id inside a webhook notification, and nowhere else [D-08]', () => {
    expect(resources.filter(({ fields }) => 'id' in fields).map(({ type }) => type)).to.deep.equal(['webhook_notification']);
  });

  it('shows unknown values as null, never as missing', () => {
    const row = resourceOf('container')!;
    expect(Object.keys(row.of(messages('container').bare).attributes)).to.have.members(Object.keys(row.fields));
  });
});
