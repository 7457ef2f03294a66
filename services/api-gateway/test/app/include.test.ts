import { Container, Shipment } from '@landfall/contracts/gen/shipment/v1/shipment';
import { container } from '@landfall/resources/container';
import { planInclude } from '@landfall/resources/include';
import { shipment } from '@landfall/resources/shipment';
import { expect } from 'chai';
import { collectIncluded, type Loaders } from '../../src/app/include.js';

const plan = (type: string, include: string) => {
  const read = planInclude(type, include);
  if (!read.ok) throw new Error(read.path);
  return read.tree;
};

describe('collecting what is included', () => {
  const calls: string[] = [];
  const loader = (type: string, make: (id: string) => unknown) => async (accountId: string, ids: string[]) => {
    calls.push(`${accountId} ${type} ${ids.length}`);
    return ids.filter((id) => !id.startsWith('gone')).map(make);
  };
  const loaders: Loaders = {
    container: loader('container', (id) => Container.fromPartial({ id, shipmentId: `s-${id.split('-')[1] ?? ''}`, podTerminalId: 't', currentStatus: 'new' })),
    shipment: loader('shipment', (id) => Shipment.fromPartial({ id, containerIds: [`c-${id.split('-')[1] ?? ''}`] })),
  };
  const rows = (count: number) => Array.from({ length: count }, (_, n) => shipment.of(Shipment.fromPartial({ id: `s-${n}`, containerIds: [`c-${n}`, `gone-${n}`] })));

  beforeEach(() => { calls.length = 0; });

  it('makes one call a type and level, whatever the number of rows [D-05]', async () => {
    const included = await collectIncluded(loaders, 'a', rows(100), plan('shipment', 'containers.shipment.containers'));
    expect(calls).to.deep.equal(['a container 200']);
    expect(included).to.have.length(100);
  });

  it('cuts calls that would not fit a message [D-05]', async () => {
    await collectIncluded(loaders, 'a', rows(1_200), plan('shipment', 'containers'));
    expect(calls.sort()).to.deep.equal(['a container 1000', 'a container 1000', 'a container 400']);
  });

  it('leaves out what is missing, what stands in the answer already, and types that nobody fetches', async () => {
    const [only] = rows(1);
    const included = await collectIncluded(loaders, 'a', [only!], plan('shipment', 'containers.shipment,containers.pod_terminal'));
    expect(included.map(({ id }) => id)).to.deep.equal(['c-0']);
  });

  it('prefers what came with the answer to what is there now [D-41]', async () => {
    const then = container.of(Container.fromPartial({ id: 'c-0', number: 'THEN', currentStatus: 'new' }));
    const included = await collectIncluded(loaders, 'a', rows(1), plan('shipment', 'containers'), [then]);
    expect(included.map(({ attributes }) => attributes['number'])).to.deep.equal(['THEN']);
    expect(calls).to.deep.equal(['a container 1']);
  });
});
