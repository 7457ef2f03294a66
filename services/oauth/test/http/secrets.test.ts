import { expect } from 'chai';
import { browser, formToken, login, PASSWORD, redeem, refreshWith, world, type World } from './world.js';

describe('the store', () => {
  let w: World;
  before(async () => {
    w = await world();
  });
  after(() => w.stop());

  it('holds no issued key, token, code, cookie or password in clear, at any step of a login [B3-51]', async () => {
    const b = browser(w.origin);
    const secrets = [PASSWORD];
    const notHeld = async () => {
      secrets.push(...[...b.jar.values()].map(({ value }) => value).filter((value) => value.length >= 20));
      const dump = await w.store.dump();
      for (const secret of secrets) expect(dump, secret).not.to.include(secret);
    };
    const page = await b.get('/account/sign-in');
    await b.post('/account/sign-in', { form_token: formToken(page.text), email: 'ann@acme.example', password: PASSWORD });
    const settings = await b.get('/account');
    const formId = /name="form_id" value="([^"]+)"/.exec(settings.text)?.[1] ?? '';
    const made = await b.post('/account/api-keys', { form_token: formToken(settings.text), form_id: formId, name: 'CI', scopes: ['read'] });
    const key = /lf_[0-9A-Za-z]{43}/.exec(made.text)?.[0] ?? '';
    expect(key).to.have.lengthOf(46);
    secrets.push(key);
    await notHeld();

    const first = await login(w, {}, b);
    secrets.push(first.code);
    await notHeld();
    const tokens = await redeem(w.origin, first);
    const next = await refreshWith(w.origin, first.clientId, tokens.refresh);
    secrets.push(tokens.access, tokens.refresh, next.access, next.refresh, first.codeVerifier);
    await w.app.signing.published();
    await notHeld();
    expect(secrets.length).to.be.greaterThan(9);

    const sealed = (await w.ports.signingKeys.all()).map(({ sealed: text }) => text);
    expect(sealed).to.have.lengthOf(1);
    expect(await w.store.dump()).not.to.match(/"d\\*":/);
  });

  it('holds none of the demo account\'s either, which can be told again [B3-51] [D-53]', async () => {
    const { apiKey = '', password = '' } = await w.app.ensureDemoAccount();
    expect([apiKey.length, password.length]).to.deep.equal([46, 20]);
    const dump = await w.store.dump();
    for (const secret of [apiKey, apiKey.slice(3), password]) expect(dump).not.to.include(secret);
  });

  it('hands out secrets of at least 128 random bits, never twice [B3-52]', async () => {
    const seen = new Set<string>();
    for (let round = 0; round < 3; round += 1) {
      const done = await login(w);
      const { access, refresh } = await redeem(w.origin, done);
      for (const secret of [done.code, access, refresh]) {
        // 43 characters of 64: 256 bits.
        expect(secret).to.match(/^[\w-]{43}$/);
        seen.add(secret);
      }
    }
    expect(seen.size).to.equal(9);
  });

  it('names no token in any error it answers [B3-52]', async () => {
    const done = await login(w);
    const { access, refresh } = await redeem(w.origin, done);
    await refreshWith(w.origin, done.clientId, refresh);
    const errors = [await redeem(w.origin, done), await refreshWith(w.origin, done.clientId, refresh), await refreshWith(w.origin, done.clientId, access)];
    for (const { body } of errors) for (const secret of [done.code, access, refresh, done.codeVerifier]) expect(JSON.stringify(body)).not.to.include(secret);
  });
});
