import type { LandfallProcess } from '@landfall/testkit/landfall-process';
import { testBrowser } from '@landfall/testkit/test-browser';
import type { Page } from 'playwright-core';

export interface Person {
  /** Signs in and allows what is asked for; answers the address that the browser was sent back to. */
  allow(url: string): Promise<URL>;
  /** Ends every client's access, on the settings page. */
  disconnectAll(): Promise<void>;
  stop(): Promise<void>;
}

/** Somebody at a real browser, without scripts: the pages need none. */
export const person = async ({ origin, email, password }: LandfallProcess): Promise<Person> => {
  const browser = await testBrowser();
  const signIn = async (page: Page) => {
    await page.getByLabel('E-mail').fill(email);
    await page.getByLabel('Password').fill(password);
    await page.keyboard.press('Enter');
  };
  const withPage = async <Result>(act: (page: Page) => Promise<Result>): Promise<Result> => {
    const context = await browser.newContext({ javaScriptEnabled: false });
    try {
      return await act(await context.newPage());
    } finally {
      await context.close();
    }
  };
  return {
    allow: (url) => withPage(async (page) => {
      await page.goto(url);
      await signIn(page);
      await page.getByRole('button', { name: 'Allow', exact: true }).click();
      await page.waitForURL((now) => now.origin !== origin);
      return new URL(page.url());
    }),
    disconnectAll: () => withPage(async (page) => {
      await page.goto(`${origin}/account`);
      await signIn(page);
      await page.getByRole('button', { name: 'Disconnect all clients' }).click();
      await page.getByText('No client is connected.').waitFor();
    }),
    stop: () => browser.close(),
  };
};
