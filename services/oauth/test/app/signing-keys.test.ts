import { expect } from 'chai';
import { decodeProtectedHeader } from 'jose';
import { signing } from '../../src/app/signing-keys.js';
import { fakes } from '../fakes.js';

const HOUR = 3_600_000, DAY = 24 * HOUR;

describe('signing keys', () => {
  it('are made once, published without their private half and sealed in the store [D-52]', async () => {
    const ports = fakes();
    const keys = signing(ports);
    const { keys: published } = await keys.published();
    expect(published).to.have.lengthOf(1);
    expect(published[0]).to.have.all.keys('kty', 'crv', 'x', 'y', 'kid', 'alg', 'use');
    const [stored] = await ports.signingKeys.all();
    expect(JSON.parse(ports.sealing.open(stored!.sealed, stored!.id))).to.have.property('d');
    expect(stored!.sealed).not.to.include(JSON.parse(ports.sealing.open(stored!.sealed, stored!.id)).d);
  });

  it('are renewed after 30 days, seen an hour before use and checkable a week after [D-52]', async () => {
    const ports = fakes();
    const keys = signing(ports);
    const started = ports.clock.now.getTime();
    const at = (ms: number) => void (ports.clock.now = new Date(started + ms));
    const signer = async () => decodeProtectedHeader((await keys.sign({ any: 'claim' })) ?? '').kid;
    const published = async () => (await keys.published()).keys.map(({ kid }) => kid);

    const first = await signer();
    at(30 * DAY);
    const both = await published();
    expect(both).to.have.lengthOf(2).and.include(first);
    expect(await signer()).to.equal(first);
    at(30 * DAY + HOUR);
    const second = await signer();
    expect(second).to.be.oneOf(both).and.not.equal(first);
    at(36 * DAY);
    expect(await published()).to.include(first);
    at(37 * DAY + HOUR);
    expect(await published()).to.deep.equal([second]);
    expect(await ports.signingKeys.all()).to.have.lengthOf(1);
  });

  it('are one key, also when replicas rotate at once [D-52]', async () => {
    const ports = fakes();
    await Promise.all([signing(ports).published(), signing(ports).published(), signing(ports).published()]);
    expect(await ports.signingKeys.all()).to.have.lengthOf(1);
  });
});
