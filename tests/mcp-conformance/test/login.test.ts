import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '@landfall/testkit/free-port';
import { landfallProcess, type LandfallProcess } from '@landfall/testkit/landfall-process';
import { localServer, type LocalServer } from '@landfall/testkit/local-server';
import { until } from '@landfall/testkit/until';
import { expect } from 'chai';
import { SDKS, type Attempt, type Sdk } from '../harness/clients.js';
import { inspector } from '../harness/inspector.js';
import { loginStore, type LoginStore } from '../harness/login.js';
import { person, type Person } from '../harness/person.js';
import type { Running } from '../harness/ran.js';
import { faultsIn, judge } from '../harness/suite.js';

const AUTHORIZE = /http:\/\/127\.0\.0\.1:\d+\/oauth\/authorize\?[^\s\x1b]+/;

/** Where a program asks its person to go. */
const askedToGo = (program: Running): Promise<string> => until('it asks for a person', () => AUTHORIZE.exec(program.said())?.[0], 60_000);

const failure = (asked: Promise<unknown>): Promise<string> => asked.then(() => 'nothing failed', (error: Error) => error.constructor.name);

describe('a login through the real pages, by programs that nobody here wrote', function () {
  // A first run fetches the suite, and perhaps a browser.
  this.timeout(300_000);
  let product: LandfallProcess;
  let somebody: Person;
  let callback: LocalServer;
  let url: string;
  before(async () => {
    product = await landfallProcess();
    somebody = await person(product);
    callback = await localServer((_seen, res) => res.end('You may close this window.'));
    url = `${product.origin}/mcp`;
  });
  after(async () => {
    await somebody.stop();
    await callback.stop();
    await product.stop();
  });

  it('satisfies both scenarios of the suite for authorization servers, with nothing to warn of [AU-02] [D-52]', async () => {
    const port = await freePort();
    const registration = await fetch(`${product.origin}/oauth/register`, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ redirect_uris: [`http://127.0.0.1:${port}/callback`] }) });
    const { client_id: id } = (await registration.json()) as { client_id: string };
    const suite = await judge('authorization', ['--url', product.origin, '--client-id', id, '--resource', url, '--port', String(port)]);
    await somebody.allow(await askedToGo(suite));
    const { code, checks } = await suite.judged;
    expect([...checks.keys()].sort()).to.deep.equal(['authorization-code-grant', 'authorization-server-metadata-endpoint']);
    expect(faultsIn(checks, checks.keys())).to.deep.equal([]);
    expect(code).to.equal(0);
  });

  /** A connection of its own, as a program that starts anew would make. */
  const attempt = async <Result>(sdk: Sdk, login: LoginStore, act: (made: Attempt) => Promise<Result>): Promise<Result> => {
    const made = sdk(url, login);
    try {
      return await act(made);
    } finally {
      await made.close();
    }
  };

  for (const [name, sdk] of Object.entries(SDKS)) {
    it(`${name} discovers, registers, signs a person in, calls, refreshes, and is refused once the person ends it [AU-02] [AU-03] [AU-04] [D-51] [D-52]`, async () => {
      const login = loginStore(`${callback.url}/callback`);
      const { kept } = login;
      const tools = await attempt(sdk, login, async (first) => {
        expect(await failure(first.tools())).to.equal('UnauthorizedError');
        const back = await somebody.allow(String(kept.at));
        expect([back.searchParams.get('state'), back.searchParams.get('iss')]).to.deep.equal([login.state, product.origin]);
        await first.finish(back);
        return attempt(sdk, login, (second) => second.tools());
      });
      expect(tools).to.include('get_container');
      expect(kept.client).not.to.have.property('client_secret');

      // A token that is no good any more: the SDK fetches the next one by itself.
      const { refresh_token: refresh } = kept.tokens ?? {};
      kept.tokens = { access_token: 'x'.repeat(43), token_type: 'Bearer', ...(refresh !== undefined && { refresh_token: refresh }) };
      expect(await attempt(sdk, login, (third) => third.tools())).to.include('get_container');
      expect(kept.tokens.refresh_token).to.be.a('string').and.not.equal(refresh);

      await somebody.disconnectAll();
      await until('the person is asked again', async () => (await failure(attempt(sdk, login, (fourth) => fourth.tools()))) === 'UnauthorizedError', 6_000);
    });
  }

  it('the command line of the inspector logs in, calls, comes back without asking, and is refused once the person ends it [AU-03] [AU-04] [D-51]', async () => {
    const home = mkdtempSync(join(tmpdir(), 'landfall-inspector-'));
    const port = await freePort();
    const listed = ['--callback-url', `http://127.0.0.1:${port}/oauth/callback`, '--method', 'tools/list', '--strict'];
    const program = await inspector(url, home);
    const refused = await program.run([...listed, '--stored-auth-only']);
    expect([refused.code, refused.err]).to.satisfy(([code, err]: [number, string]) => code !== 0 && err.includes('auth_required'));

    const under = program.start(listed, { MCP_AUTO_OPEN_ENABLED: 'true' });
    await somebody.allow(await askedToGo(under));
    const { code, out } = await under.ended;
    expect([code, out.includes('"get_container"')]).to.deep.equal([0, true]);

    const called = await program.run(['--stored-auth-only', '--method', 'tools/call', '--tool-name', 'get_supported_shipping_lines', '--tool-arg', 'search=maersk']);
    expect([called.code, called.out.includes('MAEU')]).to.deep.equal([0, true]);

    await somebody.disconnectAll();
    await until('it is refused', async () => (await program.run([...listed, '--stored-auth-only'])).code !== 0, 20_000);
    rmSync(home, { recursive: true, force: true });
  });
});
