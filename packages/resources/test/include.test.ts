import { expect } from 'chai';
import fc from 'fast-check';
import { MAX_INCLUDE_DEPTH, planInclude, typesIn } from '../src/include.js';

const tree = (type: string, include: string) => {
  const plan = planInclude(type, include);
  if (!plan.ok) throw new Error(`${plan.path} is ${plan.because}`);
  return JSON.parse(JSON.stringify(plan.tree)) as unknown;
};

describe('planInclude', () => {
  it('merges paths that share their beginning [D-05]', () => {
    expect(tree('container', 'shipment.port_of_lading,shipment,pod_terminal')).to.deep.equal({ shipment: { port_of_lading: {} }, pod_terminal: {} });
  });

  it('follows relations that may lead to several types [D-05]', () => {
    expect(tree('shipment', 'destination_terminal.metro_area')).to.deep.equal({ destination_terminal: { metro_area: {} } });
  });

  it('reads an empty value as nothing wanted [D-07]', () => {
    expect(tree('tracking_request', '')).to.deep.equal({});
  });

  it('names the first path it does not know [D-05]', () => {
    expect(planInclude('container', 'shipment,ghost')).to.deep.equal({ ok: false, path: 'ghost', because: 'unknown' });
  });

  it('refuses names that live on every object, such as __proto__ and constructor [D-05]', () => {
    for (const path of ['__proto__', 'constructor', 'toString', 'shipment.__proto__']) expect(planInclude('container', path), path).to.include({ ok: false, because: 'unknown' });
  });

  it('goes three steps deep and no further [D-05]', () => {
    expect(planInclude('container', 'shipment.containers.shipment').ok).to.equal(true);
    expect(planInclude('container', 'shipment.containers.shipment.containers')).to.include({ ok: false, because: 'too_deep' });
  });

  it('never throws and never plans deeper than allowed, whatever is asked [D-05]', () => {
    const step = fc.constantFrom('shipment', 'containers', 'pod_terminal', 'port', 'terminals', '__proto__', '', 'x');
    fc.assert(fc.property(fc.array(fc.array(step, { maxLength: 5 }).map((steps) => steps.join('.')), { maxLength: 4 }), (paths) => {
      const plan = planInclude('container', paths.join(','));
      const depth = (branch: object): number => Math.max(0, ...Object.values(branch).map((below) => 1 + depth(below as object)));
      if (plan.ok) expect(depth(plan.tree)).to.be.at.most(MAX_INCLUDE_DEPTH);
    }));
  });

  it('tells every type an answer can hold, for fields[TYPE] [D-05]', () => {
    const plan = planInclude('container', 'shipment.destination');
    expect([...typesIn('container', plan.ok ? plan.tree : {})]).to.have.members(['container', 'shipment', 'port', 'metro_area']);
  });
});
