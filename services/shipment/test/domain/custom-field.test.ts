import { expect } from 'chai';
import { checkValue, definitionFaults, type FieldDefinition } from '../../src/domain/custom-field.js';

const define = (dataType: string, change: Partial<FieldDefinition> = {}): FieldDefinition => ({
  id: 'd', accountId: 'a', entityType: 'Shipment', apiSlug: 'cost_center', displayName: 'Cost center', dataType, options: [],
  createdAt: new Date(0), updatedAt: new Date(0), revision: 1, ...change,
});
const options = [{ id: '1', label: 'High', value: 'high', position: 0 }, { id: '2', label: 'Low', value: 'low', position: 1 }];

describe('custom fields', () => {
  it('take what their data type allows and show it [2.7]', () => {
    const cases: [string, unknown, string][] = [
      ['short_text', 'A 12', 'A 12'], ['number', 12.5, '12.5'], ['number', '7', '7'], ['date', '2026-02-28', '2026-02-28'],
      ['datetime', '2026-02-28T10:00:00+02:00', '2026-02-28T10:00:00+02:00'], ['boolean', false, 'No'], ['enum', 'high', 'High'],
      ['enum_multi', ['high', 'low', 'high'], 'High, Low'], ['reference', '6f1d3c0e-9b7a-4d52-a8e4-5c1b7f20d3e6', '6f1d3c0e-9b7a-4d52-a8e4-5c1b7f20d3e6'],
    ];
    for (const [dataType, value, display] of cases) expect(checkValue(define(dataType, { options }), JSON.stringify(value)), dataType).to.deep.include({ ok: true, display });
  });

  it('refuse everything else [2.7]', () => {
    const cases: [string, string][] = [
      ['short_text', '7'], ['short_text', JSON.stringify('x'.repeat(256))], ['number', '"abc"'], ['number', 'true'], ['date', '"2026-02-30"'], ['date', '"28.02.2026"'],
      ['datetime', '"2026-02-28T10:00:00"'], ['boolean', '"yes"'], ['enum', '"none"'], ['enum_multi', '"high"'], ['enum_multi', '["none"]'], ['reference', '"x"'], ['short_text', 'null'], ['short_text', '{'],
    ];
    for (const [dataType, json] of cases) expect(checkValue(define(dataType, { options }), json).ok, `${dataType} ${json}`).to.equal(false);
  });

  it('keep to their own rules, and no pattern may run for ever [2.7]', () => {
    const ranged = define('number', { validationJson: '{"min":1,"max":5}' });
    expect([0, 1, 5, 6].map((value) => checkValue(ranged, String(value)).ok)).to.deep.equal([false, true, true, false]);
    const formed = define('short_text', { validationJson: '{"pattern":"^[A-Z]{2}$","min_length":2}' });
    expect(['"AB"', '"ab"', '"A"'].map((json) => checkValue(formed, json).ok)).to.deep.equal([true, false, false]);
    const nasty = define('short_text', { validationJson: '{"pattern":"^(a+)+$"}' });
    expect(checkValue(nasty, JSON.stringify(`${'a'.repeat(200)}!`)).ok).to.equal(true);
  });

  it('are defined with every fault named at once [2.7]', () => {
    const faults = definitionFaults(define('colour', { apiSlug: 'Cost Center', displayName: ' ', entityType: 'Invoice' }));
    expect(faults.map(({ pointer }) => pointer)).to.deep.equal(['/data/attributes/entity_type', '/data/attributes/api_slug', '/data/attributes/display_name', '/data/attributes/data_type']);
    expect(definitionFaults(define('reference')).map(({ code }) => code)).to.deep.equal(['blank']);
    expect(definitionFaults(define('number', { defaultValueJson: '"x"' })).map(({ pointer }) => pointer)).to.deep.equal(['/data/attributes/default_value']);
    expect(definitionFaults(define('number', { defaultValueJson: '3' }))).to.deep.equal([]);
  });
});
