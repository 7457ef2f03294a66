import { expect } from 'chai';
import { actionFor, authorizePath, browser, CALLBACK, decide, follow, formToken, PASSWORD, register, signIn, verifier, world, type Answer, type Browser, type World } from './world.js';

describe('consent', () => {
  let w: World;
  before(async () => {
    w = await world();
    const other = await w.app.createAccount('Other');
    await w.app.createUser({ accountId: other.id, email: 'bob@other.example', password: PASSWORD });
  });
  after(() => w.stop());

  /** A browser that stands before the question. */
  const asked = async (metadata: Record<string, unknown> = {}, more: Record<string, string> = {}, b = browser(w.origin)): Promise<{ b: Browser; page: Answer; clientId: string }> => {
    const { clientId } = await register(w.origin, metadata);
    const first = await follow(b, w.origin, await b.get(authorizePath(clientId, verifier(), more)));
    const page = first.text.includes('type="password"') ? await signIn(b, w.origin, first) : first;
    return { b, page, clientId };
  };
  const isQuestion = ({ status, text }: Answer) => status === 200 && text.includes('value="allow"');

  it('may not be framed, guessed at, kept or told onward [B3-29]', async () => {
    const { page } = await asked();
    expect(isQuestion(page)).to.equal(true);
    const { headers } = page;
    expect(headers.get('content-security-policy')).to.include("frame-ancestors 'none'").and.include("default-src 'none'").and.not.include('unsafe');
    expect(headers.get('x-frame-options')).to.equal('DENY');
    expect(headers.get('x-content-type-options')).to.equal('nosniff');
    expect(headers.get('cache-control')).to.equal('no-store');
    expect(headers.get('referrer-policy')).to.equal('no-referrer');
    expect(page.text).not.to.match(/<script|\son\w+=|javascript:|style=/i);
  });

  it('takes only the token of this very question, once [B3-30]', async () => {
    const { b, page } = await asked();
    const { b: otherBrowser, page: otherPage } = await asked();
    const action = actionFor(page.text, 'consent');
    const refused = async (answer: Promise<Answer>) => expect((await answer).status).to.be.oneOf([400, 403]);
    await refused(b.post(action, { decision: 'allow' }));
    await refused(b.post(action, { decision: 'allow', form_token: formToken(otherPage.text) }));
    await refused(otherBrowser.post(action, { decision: 'allow', form_token: formToken(page.text) }));
    await refused(b.post(action, { decision: 'allow', form_token: formToken(page.text) }, { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' }));
    const allowed = await b.post(action, { decision: 'allow', form_token: formToken(page.text) });
    expect(allowed.status).to.equal(303);
    await refused(b.post(action, { decision: 'allow', form_token: formToken(page.text) }));
  });

  it('refuses a form from another site also in browsers that say only Origin [B3-30]', async () => {
    const { page } = await asked();
    const response = await fetch(`${w.origin}${actionFor(page.text, 'consent')}`, { method: 'POST', headers: { origin: 'https://evil.example' }, body: new URLSearchParams({ decision: 'allow' }) });
    expect(response.status).to.equal(403);
  });

  it('never grants by GET [B3-30]', async () => {
    const { b, page } = await asked();
    const action = actionFor(page.text, 'consent');
    expect((await b.get(`${action}?decision=allow&form_token=${formToken(page.text)}`)).status).to.equal(404);
    expect(isQuestion(await b.get(action.replace('/consent', '?decision=allow')))).to.equal(true);
  });

  it('shows the client by name and the host that gets the code, with all markup escaped [B3-31]', async () => {
    const { page } = await asked({ client_name: '<img src=x onerror=alert(1)>"\'&', client_uri: 'https://x.example/"><script>', logo_uri: 'https://x.example/<svg>' });
    expect(page.text).to.include('&lt;img src=x onerror=alert(1)&gt;&quot;&#39;&amp;').and.include('<strong>client.example</strong>').and.include('https://x.example/&quot;&gt;&lt;script&gt;');
    expect(page.text).not.to.include('<img').and.not.include('<script').and.not.include('logo');
  });

  it('warns of a client that runs on the person\'s own machine [B3-31]', async () => {
    const { page } = await asked({ redirect_uris: ['http://127.0.0.1:4711/cb'] }, { redirect_uri: 'http://127.0.0.1:4711/cb' });
    expect(page.text).to.include('runs on your own computer');
    expect(page.headers.get('content-security-policy')).to.include("form-action 'self' http://127.0.0.1:4711");
  });

  it('asks again for another client, callback or scope, and for the very same too [B3-31] [B3-32]', async () => {
    const uris = [CALLBACK, 'https://client.example/second'];
    const { b, page, clientId } = await asked({ redirect_uris: uris });
    await decide(b, w.origin, page);
    for (const more of [{}, { redirect_uri: uris[1]! }, { scope: 'mcp extra' }]) {
      expect(isQuestion(await follow(b, w.origin, await b.get(authorizePath(clientId, verifier(), more)))), JSON.stringify(more)).to.equal(true);
    }
    expect(isQuestion((await asked({}, {}, b)).page)).to.equal(true);
    const silent = await follow(b, w.origin, await b.get(authorizePath(clientId, verifier(), { prompt: 'none' })));
    expect(new URL(silent.location).searchParams.get('error')).to.equal('consent_required');
  });

  it('lets somebody else answer after signing in as themselves [B3-61]', async () => {
    const { b, page } = await asked();
    expect(page.text).to.include('Acme, as ann@acme.example');
    const again = await follow(b, w.origin, await b.post(actionFor(page.text, 'switch'), { form_token: formToken(page.text) }));
    expect(again.text).to.include('type="password"');
    const asBob = await signIn(b, w.origin, again, { email: 'bob@other.example' });
    expect(asBob.text).to.include('Other, as bob@other.example');
    const callback = new URL((await decide(b, w.origin, asBob)).location);
    expect(callback.searchParams.get('code')).to.match(/^[\w-]{43}$/);
  });

  it('signs another person in where one is signed in, without a script between [B3-57]', async () => {
    const { b } = await asked();
    const { clientId } = await register(w.origin);
    const page = await follow(b, w.origin, await b.get(authorizePath(clientId, verifier(), { prompt: 'login' })));
    const asBob = await signIn(b, w.origin, page, { email: 'bob@other.example' });
    expect(asBob.text).to.include('as bob@other.example');
  });

  it('asks a revoked person to sign in again instead of failing [B3-58]', async () => {
    const account = await w.app.createAccount('Short');
    const user = await w.app.createUser({ accountId: account.id, email: 'eve@short.example', password: PASSWORD });
    const b = browser(w.origin);
    const { clientId } = await register(w.origin);
    await signIn(b, w.origin, await follow(b, w.origin, await b.get(authorizePath(clientId, verifier()))), { email: 'eve@short.example' });
    await w.app.revokeUser(account.id, user.id);
    const page = await follow(b, w.origin, await b.get(authorizePath(clientId, verifier())));
    expect([page.status, page.text.includes('type="password"')]).to.deep.equal([200, true]);
  });
});
