import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { localServer, type LocalServer } from '@landfall/testkit/local-server';
import { testBrowser } from '@landfall/testkit/test-browser';
import { auth, type OAuthClientProvider } from '@modelcontextprotocol/sdk/client/auth.js';
import type { OAuthClientInformationMixed, OAuthTokens } from '@modelcontextprotocol/sdk/shared/auth.js';
import { expect } from 'chai';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import type { WebhookHealth } from '../../src/app/index.js';
import { isGood, login, PASSWORD, redeem, tokenRequest, world, type World } from './world.js';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
// `LANDFALL_SCREENS=docs/screens` keeps pictures of every page for people to look at.
const screens = process.env['LANDFALL_SCREENS'];

const KINDS: Record<string, BrowserContextOptions> = {
  phone: { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, colorScheme: 'light' },
  desktop: { viewport: { width: 1_280, height: 900 }, colorScheme: 'light' },
  dark: { viewport: { width: 1_280, height: 900 }, colorScheme: 'dark' },
};

const day = (n: number) => new Date(Date.UTC(2026, 10, n, 8, 30));

/** One endpoint in each state, for the settings page to show. */
const WEBHOOKS: WebhookHealth[] = [
  { id: '1', url: 'https://shop.example/hooks/landfall', active: true, breaker: 'closed', lastSuccessAt: day(21), recentAttempts: 48, recentFailures: 0 },
  { id: '2', url: 'https://erp.example/in?token=kept', active: true, breaker: 'closed', lastSuccessAt: day(19), lastFailureAt: day(21), failingSince: day(20), recentAttempts: 12, recentFailures: 5 },
  { id: '3', url: 'https://old.example/gone', active: false, deactivatedReason: 'gone', breaker: 'closed', lastSuccessAt: day(2), lastFailureAt: day(3), recentAttempts: 0, recentFailures: 0 },
];

/** What an MCP client keeps, in memory, with a person at a browser beside it. */
const mcpClient = (redirectUrl: string) => {
  const kept: { client?: OAuthClientInformationMixed; tokens?: OAuthTokens; verifier: string; at?: URL } = { verifier: '' };
  const provider: OAuthClientProvider = {
    get redirectUrl() { return redirectUrl; },
    get clientMetadata() { return { client_name: 'Inspector', redirect_uris: [redirectUrl], grant_types: ['authorization_code', 'refresh_token'], response_types: ['code'], token_endpoint_auth_method: 'none' }; },
    state: () => 'state-of-the-client',
    clientInformation: () => kept.client,
    saveClientInformation: (client) => void (kept.client = client),
    tokens: () => kept.tokens,
    saveTokens: (tokens) => void (kept.tokens = tokens),
    redirectToAuthorization: (url) => void (kept.at = url),
    saveCodeVerifier: (text) => void (kept.verifier = text),
    codeVerifier: () => kept.verifier,
  };
  return { kept, provider };
};

describe('the pages in a real browser', function () {
  // A first run may have to fetch the browser.
  this.timeout(300_000);
  let w: World;
  let program: Browser;
  let callback: LocalServer;
  before(async () => {
    w = await world();
    w.ports.webhooks.list = async () => WEBHOOKS;
    callback = await localServer((_seen, res) => res.end('You may close this window.'));
    program = await testBrowser();
  });
  after(async () => {
    await program.close();
    await callback.stop();
    await w.stop();
  });

  /** No violation of any rule, and a picture if one is wanted. */
  const looked = async (page: Page, kind: string, name: string) => {
    if (screens) await page.screenshot({ path: `${screens}/oauth-${name}-${kind}.png`, fullPage: true, mask: [page.locator('#made')], maskColor: '#8899a6' });
    // Evaluated in the page's own world: its policy lets no script in, ours included.
    const { violations } = (await page.evaluate(`${axe}; axe.run(document)`)) as { violations: { id: string; nodes: { html: string }[] }[] };
    expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`), `${name} ${kind}`).to.deep.equal([]);
    const isWide = await page.evaluate('document.documentElement.scrollWidth > document.documentElement.clientWidth');
    expect(isWide, `${name} ${kind} scrolls sideways`).to.equal(false);
  };
  const signIn = async (page: Page) => {
    await page.getByLabel('E-mail').fill('ann@acme.example');
    await page.getByLabel('Password').fill(PASSWORD);
    await page.keyboard.press('Enter');
  };

  it('log an MCP client in with nothing but the SDK and a person, and let it refresh and revoke [D-52] [B3-3]', async () => {
    const { kept, provider } = mcpClient(`${callback.url}/callback`);
    const serverUrl = `${w.origin}/mcp`;
    expect(await auth(provider, { serverUrl })).to.equal('REDIRECT');
    expect(kept.at?.searchParams.get('resource')).to.equal(serverUrl);

    const context = await program.newContext({ javaScriptEnabled: false });
    const page = await context.newPage();
    await page.goto(String(kept.at));
    await signIn(page);
    await page.getByRole('button', { name: 'Allow', exact: true }).click();
    await page.waitForURL(`${callback.url}/**`);
    const arrived = new URL(page.url()).searchParams;
    expect(Object.fromEntries(arrived)).to.include({ state: 'state-of-the-client', iss: w.origin });
    await context.close();

    expect(await auth(provider, { serverUrl, authorizationCode: arrived.get('code') ?? '' })).to.equal('AUTHORIZED');
    const first = kept.tokens?.access_token ?? '';
    expect(await isGood(w.app, first)).to.equal(true);
    expect(await auth(provider, { serverUrl })).to.equal('AUTHORIZED');
    const second = kept.tokens?.access_token ?? '';
    expect(second).not.to.equal(first);
    await tokenRequest(w.origin, { client_id: kept.client?.client_id, token: kept.tokens?.refresh_token }, 'revoke');
    expect(await isGood(w.app, second)).to.equal(false);
  });

  for (const [kind, options] of Object.entries(KINDS)) {
    it(`have no accessibility fault and fit, on ${kind} [D-51]`, async () => {
      await redeem(w.origin, await login(w));
      const context = await program.newContext(options);
      const page = await context.newPage();
      await page.goto(`${w.origin}/account`);
      await looked(page, kind, 'sign-in');
      await page.getByLabel('E-mail').fill('ann@acme.example');
      await page.getByLabel('Password').fill('not the password');
      await page.keyboard.press('Enter');
      await page.getByRole('alert').waitFor();
      await looked(page, kind, 'sign-in-refused');
      await signIn(page);
      await page.getByRole('heading', { name: 'Account settings' }).waitFor();
      await page.getByLabel('Name').fill(`Nightly job on ${kind}`);
      await page.getByRole('button', { name: 'Make key' }).click();
      await page.getByLabel('API key', { exact: true }).waitFor();
      await looked(page, kind, 'account-new-key');
      await page.goto(`${w.origin}/account`);
      await page.locator('summary').first().click();
      await looked(page, kind, 'account');

      for (const [name, redirectUrl] of [['consent', 'https://assistant.example/callback'], ['consent-local', `${callback.url}/callback`]] as const) {
        const { kept, provider } = mcpClient(redirectUrl);
        await auth(provider, { serverUrl: `${w.origin}/mcp` });
        await page.goto(String(kept.at));
        await page.getByRole('button', { name: 'Allow', exact: true }).waitFor();
        await looked(page, kind, name);
      }
      await page.goto(`${w.origin}/oauth/authorize?client_id=nobody&response_type=code`);
      await looked(page, kind, 'error');
      await context.close();
    });
  }

  it('can be answered with the keyboard alone, in reading order [D-51]', async () => {
    const context = await program.newContext();
    const page = await context.newPage();
    await page.goto(`${w.origin}/account/sign-in`);
    for (const key of ['Tab', 'ann@acme.example', 'Tab', PASSWORD, 'Tab']) await (key === 'Tab' ? page.keyboard.press('Tab') : page.keyboard.type(key));
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Account settings' }).waitFor();
    expect(await context.cookies()).to.satisfy((all: { name: string; httpOnly: boolean; sameSite: string }[]) => all.filter(({ name }) => name === 'landfall_session').every(({ httpOnly, sameSite }) => httpOnly && sameSite === 'Lax'));
    await context.close();
  });
});
