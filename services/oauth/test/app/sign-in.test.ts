import { expect } from 'chai';
import { app } from '../../src/app/index.js';
import { fakes, type Fakes } from '../fakes.js';

const PASSWORD = 'correct horse battery';

const withAnn = async (ports: Fakes) => {
  const use = app(ports, { demoAccount: false, origin: 'https://landfall.example' });
  const account = await use.createAccount('Acme');
  await use.createUser({ accountId: account.id, email: 'ann@acme.example', password: PASSWORD });
  const sign = (address: string, password = PASSWORD, email = 'ann@acme.example') => use.signIn({ email, password, address });
  return { use, account, sign };
};

describe('sign-in', () => {
  it('counts per e-mail and address, so guessing from elsewhere does not lock a person out [B3-57]', async () => {
    const { sign } = await withAnn(fakes());
    for (let n = 0; n < 10; n += 1) expect(await sign('203.0.113.1', 'wrong')).to.deep.equal({ refused: true });
    expect(await sign('203.0.113.1')).to.have.property('waitSeconds', 900);
    expect(await sign('198.51.100.7')).to.have.property('user');
  });

  it('lets the person try again when the window is over [B3-57]', async () => {
    const ports = fakes();
    const { sign } = await withAnn(ports);
    for (let n = 0; n < 11; n += 1) await sign('203.0.113.1', 'wrong');
    ports.clock.now = new Date(ports.clock.now.getTime() + 15 * 60_000);
    expect(await sign('203.0.113.1')).to.have.property('user');
  });

  it('refuses everybody of a closed account [D-50]', async () => {
    const { use, account, sign } = await withAnn(fakes());
    await use.updateAccount(account.id, { closed: true });
    expect(await sign('203.0.113.1')).to.deep.equal({ refused: true });
  });
});
