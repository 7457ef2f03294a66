import { expect } from 'chai';
import { authorize, authorizePath, browser, CALLBACK, decide, follow, login, redeem, register, signIn, verifier, world, type Answer, type World } from './world.js';

describe('authorization endpoint', () => {
  let w: World;
  let clientId: string;
  let nativeId: string;
  before(async () => {
    w = await world();
    ({ clientId } = await register(w.origin));
    ({ clientId: nativeId } = await register(w.origin, { redirect_uris: ['http://127.0.0.1:4711/cb'] }));
  });
  after(() => w.stop());

  const ask = (more: Record<string, string | undefined>, id = clientId): Promise<Answer> => browser(w.origin).get(authorizePath(id, verifier(), more));
  /** The error that the client is told, at its own callback. */
  const told = async (more: Record<string, string | undefined>) => {
    const { location } = await ask(more);
    // Errors of the implicit flow are told in the fragment, as those clients read them.
    expect(location, JSON.stringify(more)).to.match(/^https:\/\/client\.example\/callback[?#]/);
    return new URL(location.replace('#', '?')).searchParams;
  };
  const isErrorPage = ({ status, location, text }: Answer, why: string) => {
    expect(status, why).to.equal(400);
    expect(location, why).to.equal('');
    expect(text, why).to.include('That did not work').and.not.include('<script');
  };

  it('returns code and state to the callback [B3-3]', async () => {
    const callback = await authorize(browser(w.origin), w.origin, authorizePath(clientId, verifier(), { state: 'a b&c' }));
    expect(callback.href).to.match(/^https:\/\/client\.example\/callback\?/);
    expect(callback.searchParams.get('state')).to.equal('a b&c');
    expect(callback.searchParams.get('code')).to.match(/^[\w-]{43}$/);
  });

  it('names its issuer beside the code [B3-4]', async () => {
    const callback = await authorize(browser(w.origin), w.origin, authorizePath(clientId, verifier()));
    expect(callback.searchParams.get('iss')).to.equal(w.origin);
  });

  it('names its issuer beside every error, also when the person refuses [B3-5]', async () => {
    const refused = await told({ response_type: 'token' });
    expect(refused.get('iss')).to.equal(w.origin);
    const b = browser(w.origin);
    const page = await signIn(b, w.origin, await follow(b, w.origin, await b.get(authorizePath(clientId, verifier()))));
    const denied = new URL((await decide(b, w.origin, page, 'deny')).location).searchParams;
    expect(Object.fromEntries(denied)).to.include({ error: 'access_denied', iss: w.origin, state: 'st-1' });
  });

  it('shows an error page for an unknown client and redirects nowhere [B3-6]', async () => {
    isErrorPage(await ask({}, 'lfc_nobody'), 'unknown client');
    isErrorPage(await ask({ client_id: undefined }), 'no client');
  });

  const FOREIGN: [number, string, string][] = [
    [7, 'another host', 'https://evil.example/callback'],
    [8, 'an extra path', `${CALLBACK}/more`],
    [9, 'an extra query', `${CALLBACK}?next=https://evil.example`],
    [11, 'user information', 'https://client.example@evil.example/callback'],
    [12, 'encoded dot segments', 'https://client.example/%2e%2e/callback'],
    [13, 'a fragment', `${CALLBACK}#x`],
    [14, 'a script', 'javascript:alert(1)//https://client.example/callback'],
  ];
  for (const [number, what, uri] of FOREIGN) {
    it(`never redirects to a callback with ${what} [B3-${number}]`, async () => {
      isErrorPage(await ask({ redirect_uri: uri }), uri);
      // Also when something else is wrong, which would be told by redirect.
      isErrorPage(await ask({ redirect_uri: uri, response_type: 'token' }), uri);
    });
  }

  it('never takes localhost for 127.0.0.1 or the other way round [B3-10]', async () => {
    isErrorPage(await ask({ redirect_uri: 'http://localhost:4711/cb' }, nativeId), 'localhost');
    const { clientId: other } = await register(w.origin, { redirect_uris: ['http://localhost:4711/cb'] });
    isErrorPage(await ask({ redirect_uri: 'http://127.0.0.1:4711/cb' }, other), '127.0.0.1');
  });

  it('lets the port of a loopback callback differ, and nothing else of it [B3-15]', async () => {
    expect((await ask({ redirect_uri: 'http://127.0.0.1:65123/cb' }, nativeId)).location).to.include('/oauth/interaction/');
    for (const uri of ['http://127.0.0.1:65123/other', 'http://127.0.0.1:65123/cb?x=1', 'https://127.0.0.1:65123/cb', 'http://127.0.0.2:4711/cb', 'http://u@127.0.0.1:65123/cb', 'http://127.0.0.1:4711:1/cb']) {
      isErrorPage(await ask({ redirect_uri: uri }, nativeId), uri);
    }
    isErrorPage(await ask({ redirect_uri: 'https://client.example:8443/callback' }), 'port of a web client');
  });

  it('refuses a request without a code challenge [B3-16]', async () => {
    expect((await told({ code_challenge: undefined, code_challenge_method: undefined })).get('error')).to.equal('invalid_request');
  });

  it('refuses the plain challenge method [B3-17]', async () => {
    expect((await told({ code_challenge_method: 'plain' })).get('error')).to.equal('invalid_request');
  });

  it('refuses a challenge without its method [B3-18]', async () => {
    expect((await told({ code_challenge_method: undefined })).get('error')).to.equal('invalid_request');
  });

  it('refuses response types that hand out tokens in the address [B3-19]', async () => {
    for (const type of ['token', 'id_token', 'code token', 'none']) {
      const { error, code, access_token: token } = Object.fromEntries(await told({ response_type: type }));
      expect(error, type).to.be.oneOf(['unsupported_response_type', 'invalid_request']);
      expect([code, token]).to.deep.equal([undefined, undefined]);
    }
  });

  it('answers by query only, never by a page that runs a script [D-52]', async () => {
    for (const mode of ['form_post', 'fragment', 'web_message']) {
      const { location, text } = await ask({ response_mode: mode });
      expect(location, mode).to.match(/^https:\/\/client\.example\/callback\?error=unsupported_response_mode/);
      expect(text).not.to.include('<form');
    }
  });

  it('refuses a parameter that is given twice [B3-33]', async () => {
    const twice = await browser(w.origin).get(`${authorizePath(clientId, verifier())}&state=other`);
    expect(new URL(twice.location).searchParams.get('error')).to.equal('invalid_request');
    isErrorPage(await browser(w.origin).get(`${authorizePath(clientId, verifier())}&client_id=other`), 'client_id twice');
    isErrorPage(await browser(w.origin).get(`${authorizePath(clientId, verifier())}&redirect_uri=https://evil.example`), 'redirect_uri twice');
    const scopes = await browser(w.origin).get(`${authorizePath(clientId, verifier())}&scope=admin`);
    expect(new URL(scopes.location).searchParams.get('error')).to.equal('invalid_request');
  });

  it('grants no scope that it does not know, and says which it granted [B3-34]', async () => {
    expect((await told({ scope: 'admin' })).get('error')).to.equal('invalid_scope');
    expect((await told({ scope: 'openid profile' })).get('error')).to.equal('invalid_scope');
    const { body } = await redeem(w.origin, await login(w, { scope: 'mcp admin openid offline_access' }));
    expect(body).to.include({ scope: 'mcp' }).and.not.have.property('id_token');
  });

  it('asks for the one scope there is when a client names none [D-52]', async () => {
    expect((await redeem(w.origin, await login(w, { scope: undefined }))).body['scope']).to.equal('mcp');
  });

  it('refuses an unknown resource and several at once, and takes either path of the tool server [B3-35]', async () => {
    for (const resource of ['https://other.example/mcp', `${w.origin}/v2`, 'nonsense', `${w.origin}/mcp#x`]) expect((await told({ resource })).get('error'), resource).to.equal('invalid_target');
    for (const resource of [`${w.origin}/mcp`, `${w.origin}/api/mcp`]) {
      const tokens = await redeem(w.origin, await login(w, { resource }), { resource });
      expect(tokens.status, resource).to.equal(200);
      expect((await w.app.liveToken(tokens.access))?.token.audience).to.equal(`${w.origin}/mcp`);
    }
    const b = browser(w.origin);
    const codeVerifier = verifier();
    const path = `${authorizePath(clientId, codeVerifier, { resource: `${w.origin}/mcp` })}&resource=${encodeURIComponent('https://other.example/')}`;
    expect(new URL((await b.get(path)).location).searchParams.get('error')).to.equal('invalid_target');
  });

  it('takes no request by POST [B3-30]', async () => {
    const response = await fetch(`${w.origin}/oauth/authorize`, { method: 'POST', body: new URLSearchParams({ client_id: clientId }) });
    expect(response.status).to.equal(405);
    expect(response.headers.get('allow')).to.equal('GET');
  });
});
