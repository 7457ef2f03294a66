import { expect } from 'chai';
import { actionFor, authorizePath, browser, follow, formToken, login, PASSWORD, redeem, register, tokenRequest, verifier, world, type Browser, type World } from './world.js';

const enter = async (b: Browser, email: string, password: string) => {
  const page = await b.get('/account/sign-in');
  return b.post('/account/sign-in', { form_token: formToken(page.text), email, password });
};
const formId = (page: string) => /name="form_id" value="([^"]+)"/.exec(page)?.[1] ?? '';

describe('account settings', () => {
  let w: World;
  before(async () => {
    w = await world();
  });
  after(() => w.stop());

  const inside = async (): Promise<Browser> => {
    const b = browser(w.origin);
    expect((await enter(b, 'ann@acme.example', PASSWORD)).location).to.equal('/account');
    return b;
  };

  it('sends whoever is not signed in to the sign-in page, and after it here and nowhere else [B3-57] [D-51]', async () => {
    const b = browser(w.origin);
    expect((await b.get('/account?return_to=https://evil.example')).location).to.equal('/account/sign-in');
    const page = await b.get('/account/sign-in?return_to=https://evil.example&next=//evil.example');
    expect(page.text).not.to.include('evil');
    expect((await enter(b, 'ann@acme.example', PASSWORD)).location).to.equal('/account');
  });

  it('gives the session a new identifier at sign-in [B3-57]', async () => {
    const b = await inside();
    const planted = b.jar.get('landfall_session')?.value;
    await enter(b, 'ann@acme.example', PASSWORD);
    const fresh = b.jar.get('landfall_session')?.value;
    expect(fresh).to.match(/^[\w-]{43}$/).and.not.equal(planted);
    expect(await w.ports.artifacts.find('Session', planted ?? '')).to.equal(undefined);
  });

  it('says the same, as slowly, of an unknown e-mail and a wrong password, and throttles both alike [B3-57]', async () => {
    const tries = async (email: string) => {
      const b = browser(w.origin);
      const answers = [];
      for (let n = 0; n < 11; n += 1) answers.push(await enter(b, email, 'wrong password'));
      return answers.map(({ status, text }) => [status, /role="alert">([^<]+)/.exec(text)?.[1]]);
    };
    const account = await w.app.createAccount('Held');
    await w.app.createUser({ accountId: account.id, email: 'held@acme.example', password: PASSWORD });
    const known = await tries('held@acme.example');
    expect(known).to.deep.equal(await tries('nobody@acme.example'));
    expect(known[9]).to.deep.equal([401, 'The e-mail or the password is not right.']);
    expect(known[10]?.[0]).to.equal(429);
    const held = await enter(browser(w.origin), 'held@acme.example', PASSWORD);
    expect([held.status, Number(held.headers.get('retry-after')) > 0]).to.deep.equal([429, true]);
  });

  it('takes a sign-in form only from the browser it was shown to [B3-57]', async () => {
    const page = await browser(w.origin).get('/account/sign-in');
    const answer = await browser(w.origin).post('/account/sign-in', { form_token: formToken(page.text), email: 'ann@acme.example', password: PASSWORD });
    expect(answer.status).to.equal(400);
  });

  it('makes a key, shows it once, and makes no second one when the form is sent again [D-50] [D-51]', async () => {
    const b = await inside();
    const page = await b.get('/account');
    const fields = { form_token: formToken(page.text), form_id: formId(page.text), name: 'Nightly <b>job</b>', scopes: ['read', 'write'], days: '30' };
    const made = await b.post('/account/api-keys', fields);
    const key = /lf_[0-9A-Za-z]{43}/.exec(made.text)?.[0] ?? '';
    expect(await w.app.authenticate(key, 'api')).to.deep.include({ accountId: w.person.accountId, userId: w.person.userId, scopes: ['read', 'write'] });
    expect(made.text).to.include('Nightly &lt;b&gt;job').and.not.include('<b>job');
    const again = await b.post('/account/api-keys', fields);
    expect([again.status, again.text.includes('made already')]).to.deep.equal([422, true]);
    expect((await b.get('/account')).text).not.to.include(key);
    await b.post(actionFor((await b.get('/account')).text, 'revoke').replace('/clients/revoke', ''), { form_token: fields.form_token });
    expect(await w.app.authenticate(key, 'api').then(() => 'good', () => 'gone')).to.equal('gone');
  });

  it('says on the page what is wrong with a new key [D-51]', async () => {
    const b = await inside();
    const page = await b.get('/account');
    const answer = await b.post('/account/api-keys', { form_token: formToken(page.text), form_id: formId(page.text), name: '', scopes: ['read'] });
    expect([answer.status, answer.text.includes('A name is required.')]).to.deep.equal([422, true]);
  });

  it('changes nothing without the form\'s token or from another site [D-51]', async () => {
    const b = await inside();
    const page = await b.get('/account');
    const fields = { form_id: formId(page.text), name: 'x', scopes: ['admin'] };
    const before = (await w.app.apiKeys.list(w.person.accountId, { number: 1, size: 50 })).total;
    expect((await b.post('/account/api-keys', fields)).status).to.equal(303);
    expect((await b.post('/account/api-keys', { ...fields, form_token: formToken(page.text) }, { 'sec-fetch-site': 'cross-site' })).status).to.equal(403);
    expect((await w.app.apiKeys.list(w.person.accountId, { number: 1, size: 50 })).total).to.equal(before);
    expect(page.headers.get('content-security-policy')).to.include("frame-ancestors 'none'");
  });

  it('shows connected clients and ends one, for the person who allowed it only [D-51] [B3-58]', async () => {
    const { access } = await redeem(w.origin, await login(w));
    const { grant } = (await w.app.liveToken(access))!;
    const b = await inside();
    const page = await b.get('/account');
    expect(page.text).to.include(`/account/clients/${grant.id}/revoke`).and.include('client.example');
    const account = await w.app.createAccount('Stranger');
    await w.app.createUser({ accountId: account.id, email: 'sam@stranger.example', password: PASSWORD });
    const stranger = browser(w.origin);
    await enter(stranger, 'sam@stranger.example', PASSWORD);
    const theirs = await stranger.post(`/account/clients/${grant.id}/revoke`, { form_token: formToken((await stranger.get('/account')).text) });
    expect(theirs.status).to.equal(404);
    expect(await w.app.liveToken(access)).to.be.an('object');
    await b.post(`/account/clients/${grant.id}/revoke`, { form_token: formToken(page.text) });
    expect(await w.app.liveToken(access)).to.equal(undefined);
  });

  it('tells how webhooks are doing, and that it is not known when nobody answers [D-51]', async () => {
    const b = await inside();
    const { webhooks } = w.ports;
    const { list } = webhooks;
    const asked: string[] = [];
    webhooks.list = async (accountId) => (asked.push(accountId), [{ id: 'w', url: 'https://shop.example/<hook>?token=abc', active: true, breaker: 'open', failingSince: new Date(0), recentAttempts: 20, recentFailures: 19 }]);
    const { text } = await b.get('/account');
    expect(asked).to.deep.equal([w.person.accountId]);
    expect(text).to.include('https://shop.example/&lt;hook&gt;?…').and.include('paused').and.include('19 of the last 20 failed').and.not.include('token=abc');
    webhooks.list = async () => undefined;
    expect((await b.get('/account')).text).to.include('not known just now');
    webhooks.list = list;
    expect((await b.get('/account')).text).to.include('There is no webhook yet.');
  });

  it('signs out for good: the old cookie opens nothing [D-51]', async () => {
    const b = await inside();
    const cookie = [...b.jar].map(([name, { value }]) => `${name}=${value}`).join('; ');
    await b.post('/account/sign-out', { form_token: formToken((await b.get('/account')).text) });
    expect((await browser(w.origin).get('/account', { cookie })).location).to.equal('/account/sign-in');
  });
});

describe('throttling of the OAuth endpoints', () => {
  it('answers 429 with Retry-After at token, register and authorize, per address of the caller [B3-60] [B3-62]', async () => {
    const tight = { most: 3, windowMs: 60_000 };
    const w = await world({ limits: { authorize: tight, token: tight, register: tight } });
    const { clientId } = await register(w.origin);
    const attempts: Record<string, () => Promise<{ status: number; headers: Headers }>> = {
      token: () => tokenRequest(w.origin, { grant_type: 'refresh_token', client_id: clientId, refresh_token: 'x'.repeat(43) }),
      register: () => register(w.origin),
      authorize: () => browser(w.origin).get(authorizePath(clientId, verifier())),
    };
    for (const [name, attempt] of Object.entries(attempts)) {
      const answers = [];
      for (let n = 0; n < 4; n += 1) answers.push(await attempt());
      const last = answers.at(-1);
      expect([last?.status, Number(last?.headers.get('retry-after')) > 0], name).to.deep.equal([429, true]);
    }
    // The gateway is trusted to say who calls; others have tries of their own.
    const elsewhere = await browser(w.origin).get(authorizePath(clientId, verifier()), { 'x-forwarded-for': '203.0.113.9' });
    expect((await follow(browser(w.origin), w.origin, elsewhere)).status).to.not.equal(429);

    const closed = await world({ store: w.store, limits: { authorize: tight }, trustedProxies: '192.0.2.1', email: 'second@acme.example' });
    // Nobody else is: a made-up address does not reset the count.
    expect((await browser(closed.origin).get(authorizePath(clientId, verifier()), { 'x-forwarded-for': '203.0.113.10' })).status).to.equal(429);
    await closed.stop();
    await w.stop();
  });
});
