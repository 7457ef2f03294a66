import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { testBrowser } from '@landfall/testkit/test-browser';
import { expect } from 'chai';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { routes } from '../contract.js';
import { rig, type Rig } from '../harness.js';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
// `LANDFALL_SCREENS=docs/screens` keeps pictures for people to look at.
const screens = process.env['LANDFALL_SCREENS'];

const KINDS: Record<string, BrowserContextOptions> = {
  phone: { viewport: { width: 390, height: 844 }, colorScheme: 'light' },
  desktop: { viewport: { width: 1_280, height: 900 }, colorScheme: 'light' },
  dark: { viewport: { width: 1_280, height: 900 }, colorScheme: 'dark' },
};

describe('the reference in a real browser', function () {
  // A first run may have to fetch the browser.
  this.timeout(300_000);
  let at: Rig;
  let program: Browser;
  before(async () => {
    at = await rig();
    program = await testBrowser();
  });
  after(async () => {
    await program.close();
    await at.stop();
  });

  /** No violation of any rule, nothing that scrolls sideways, and a picture if one is wanted. */
  const looked = async (page: Page, name: string, part = 'html') => {
    if (screens) await page.screenshot({ path: `${screens}/docs-${name}.png` });
    const { violations } = (await page.evaluate(`${axe}; axe.run({ include: ${JSON.stringify(part.split(', '))} })`)) as { violations: { id: string; nodes: { html: string }[] }[] };
    expect(violations.map(({ id, nodes }) => `${id}: ${nodes.slice(0, 3).map(({ html }) => html).join(' ')}`), name).to.deep.equal([]);
    expect(await page.evaluate('document.documentElement.scrollWidth > document.documentElement.clientWidth'), `${name} scrolls sideways`).to.equal(false);
  };

  for (const [kind, options] of Object.entries(KINDS)) {
    it(`reads well on ${kind}, and asks no other address for anything [D-16]`, async () => {
      const context = await program.newContext(options);
      const page = await context.newPage();
      const strange: string[] = [];
      page.on('request', (request) => { if (!request.url().startsWith(at.url)) strange.push(request.url()); });
      await page.goto(`${at.url}/docs`);
      // Every operation is made alike: all of them once, then the parts that look different elsewhere.
      await looked(page, kind, kind === 'desktop' ? 'html' : 'aside, .lead, h2, #listTrackingRequests');
      await page.goto(`${at.url}/docs#createTrackingRequest`);
      await page.evaluate("for (const one of document.querySelectorAll('#createTrackingRequest details')) one.open = true; document.querySelector('#createTrackingRequest').scrollIntoView()");
      await looked(page, `operation-${kind}`, '#createTrackingRequest');
      await page.goto(`${at.url}/docs/errors`);
      await looked(page, `errors-${kind}`);
      expect(strange).to.deep.equal([]);
      await context.close();
    });
  }

  it('has every route, and each can be linked to [D-16]', async () => {
    const page = await program.newPage();
    await page.goto(`${at.url}/docs`);
    const ids = (await page.evaluate("[...document.querySelectorAll('.operation')].map(({ id }) => id)")) as string[];
    expect(ids).to.have.members(routes.map(({ name }) => name));
    const dead = await page.evaluate("[...document.querySelectorAll('a[href^=\"#\"]')].map((a) => a.getAttribute('href').slice(1)).filter((id) => document.getElementById(id) === null)");
    expect(dead).to.deep.equal([]);
    await page.close();
  });
});
