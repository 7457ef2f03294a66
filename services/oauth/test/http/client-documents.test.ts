import { expect } from 'chai';
import { authorizePath, browser, follow, login, redeem, signIn, verifier, world, type Answer, type World } from './world.js';

const ID = 'https://app.example/client.json';

describe('client ID metadata documents', () => {
  let w: World;
  let documents: Record<string, () => Response>;
  let fetched: string[];
  before(async () => {
    const fetchDocument = async (url: string | URL) => {
      fetched.push(String(url));
      const make = documents[String(url)];
      if (!make) throw new Error('unreachable');
      return make();
    };
    w = await world({ fetchDocument });
  });
  beforeEach(() => {
    documents = {};
    fetched = [];
  });
  after(() => w.stop());

  let serial = 0;
  /** Each document has an address of its own, since the library keeps what it fetched. */
  const publish = (more: Record<string, unknown> = {}, init: ResponseInit = {}, raw?: string): string => {
    serial += 1;
    const id = `https://app.example/client-${serial}.json`;
    const body = raw ?? JSON.stringify({ client_id: id, client_name: 'App', redirect_uris: ['https://client.example/callback'], ...more });
    documents[id] = () => new Response(body, { headers: { 'content-type': 'application/json' }, ...init });
    return id;
  };
  const ask = (id: string, more: Record<string, string> = {}): Promise<Answer> => browser(w.origin).get(authorizePath(id, verifier(), more));
  const isRefused = async (id: string, why: string) => {
    const { status, location } = await ask(id);
    expect([status, location], why).to.deep.equal([400, '']);
  };

  it('makes a client of a document, which then signs in like any other [D-52]', async () => {
    const id = publish();
    expect((await redeem(w.origin, await login(w, {}, undefined, id))).status).to.equal(200);
    expect(fetched).to.deep.equal([id]);
  });

  it('lets the loopback port of a document differ, as for registered clients [B3-15]', async () => {
    const id = publish({ redirect_uris: ['http://127.0.0.1/cb'] });
    expect((await ask(id, { redirect_uri: 'http://127.0.0.1:5123/cb' })).location).to.include('/oauth/interaction/');
  });

  it('never fetches an address that is not plain https [B3-48]', async () => {
    for (const id of ['http://app.example/c.json', 'https://u:p@app.example/c.json', 'https://app.example/a/../c.json', 'https://app.example/%2e%2e/c.json', 'https://app.example/c.json#x', 'https:/app.example/c.json', 'HTTPS:\\\\app.example\\c.json']) await isRefused(id, id);
    expect(fetched).to.deep.equal([]);
  });

  it('refuses redirects, too large, unreadable, mismatched and secret-bearing documents [B3-48]', async () => {
    documents[ID] = () => new Response(null, { status: 302, headers: { location: 'https://other.example/' } });
    await isRefused(ID, 'redirect');
    await isRefused(publish({ client_name: 'x', padding: 'x'.repeat(5 * 1_024) }), 'more than 5 KB');
    await isRefused(publish({}, {}, '<html>'), 'not JSON');
    await isRefused(publish({}, {}, '[]'), 'not an object');
    await isRefused(publish({ client_id: 'https://app.example/other.json' }), 'another id');
    await isRefused(publish({ client_secret: 'x' }), 'a secret');
    await isRefused(publish({ token_endpoint_auth_method: 'client_secret_basic' }), 'a shared secret');
    await isRefused(publish({}, { status: 404 }), 'not found');
    await isRefused('https://app.example/nowhere.json', 'unreachable');
  });

  it('holds callbacks of a document to the same rules as registered ones [B3-48]', async () => {
    for (const uri of ['http://client.example/cb', 'https://u@client.example/cb', 'https://client.example/%2e/cb']) await isRefused(publish({ redirect_uris: [uri, 'https://client.example/callback'] }), uri);
  });

  it('shows the callback\'s host when a document names somebody else\'s [B3-50]', async () => {
    const id = publish({ client_name: 'Trusted App', redirect_uris: ['https://evil.example/cb'] });
    const b = browser(w.origin);
    const page = await signIn(b, w.origin, await follow(b, w.origin, await b.get(authorizePath(id, verifier(), { redirect_uri: 'https://evil.example/cb' }))));
    expect(page.text).to.include('Two addresses are involved').and.include('<strong>evil.example</strong>').and.include('<strong>app.example</strong>');
  });
});
