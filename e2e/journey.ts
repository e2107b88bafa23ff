import { AxeBuilder } from '@axe-core/playwright';
import { test as base, type CDPSession, expect, type Page } from '@playwright/test';
import { Client } from 'pg';
import { databaseUrlOf } from './start-shop.ts';

export { expect };

export const ACCOUNTS = {
  customer: 'customer@demo.shop',
  admin: 'admin@demo.shop',
  super: 'super@demo.shop',
};
export const PASSWORD = 'demo-password';

interface ForEach {
  /** Texts of console.error that this test expects, such as the browser's own line for a failed request. */
  expectedErrors: RegExp[];
}

interface ForAll {
  /** A connection to the shop's database as its owner, for setup and assertions. */
  db: Client;
}

let isOver = false;

/**
 * Ignores console errors from here on: during cleanup an open page is notified that its user or products are deleted,
 * requests them, and logs an error that is not a failure.
 */
export function ignoreLaterErrors(): void {
  isOver = true;
}

/**
 * While a trace is recorded, Playwright reads an image whose body is missing once more through the browser's DevTools
 * (Network.loadNetworkResource). The policy allows map tiles as images only, so the browser refuses that and logs an
 * error. The shop itself never fetches a tile: they are <img> elements.
 */
const isTileReadForTrace = (text: string): boolean =>
  text.startsWith(`Connecting to '${process.env.SHOP_TILES_URL}/`);

export const test = base.extend<ForEach, ForAll>({
  db: [
    async ({}, use) => {
      const client = new Client({ connectionString: databaseUrlOf(process.env.SHOP_DATA_DIR!) });
      await client.connect();
      await use(client);
      await client.end();
    },
    { scope: 'worker' },
  ],
  baseURL: async ({}, use) => use(process.env.SHOP_URL),
  context: async ({ context }, use) => {
    // The next test reuses the same window, emptied; CDP sessions would outlive that.
    const sessions: CDPSession[] = [];
    const begin = context.newCDPSession.bind(context);
    context.newCDPSession = async (page) => {
      const session = await begin(page);
      sessions.push(session);
      return session;
    };
    await use(context);
    for (const session of sessions) await session.detach().catch(() => {});
  },
  expectedErrors: [[], { option: true }],
  page: async ({ page, expectedErrors }, use) => {
    const errors: string[] = [];
    isOver = false;
    page.on('console', (message) => {
      if (message.type() === 'error' && !isOver && !isTileReadForTrace(message.text())) {
        errors.push(message.text());
      }
    });
    page.on('pageerror', (error) => {
      if (!isOver) errors.push(String(error));
    });
    await use(page);
    // The next test gets a new tab: this one has a history and a session storage.
    await page.close();
    expect(errors.filter((text) => !expectedErrors.some((expected) => expected.test(text)))).toEqual([]);
  },
});

/** Signs in through the API; the page is signed in from the next navigation on. */
export async function signIn(page: Page, email: string, password = PASSWORD): Promise<void> {
  const answer = await page.request.post('/api/auth/sign-in/email', {
    data: { email, password },
    headers: { origin: process.env.SHOP_URL! },
  });
  expect(answer.status()).toBe(200);
}

/**
 * Waits until the page is hydrated: clicks before that only follow links. React hydrates the layout first and the page
 * inside it later, so the controls of the page must belong to React too.
 */
export async function hydrated(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const controls = document.querySelectorAll('main :is(a, button, input, select, textarea)');
    return (
      document.documentElement.dataset.ready === 'true' &&
      [...controls].every(
        (control) =>
          control.closest('[data-map]') ||
          Object.keys(control).some((key) => key.startsWith('__reactProps$')),
      )
    );
  });
}

export async function open(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await hydrated(page);
}

/** Expects no WCAG A or AA finding of axe on the current page, after all animations have ended. */
export async function expectAccessible(page: Page): Promise<void> {
  await page.waitForFunction(() =>
    document
      .getAnimations()
      .every(
        (animation) =>
          animation.playState !== 'running' || animation.effect?.getTiming().iterations === Infinity,
      ),
  );
  const { violations } = await new AxeBuilder({ page })
    // Passes are not collected, and only this document is checked: the default opens another page to merge the results
    // of several frames. Together that is two thirds of the time.
    .options({ resultTypes: ['violations'] })
    .setLegacyMode(page.frames().length === 1)
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'])
    .analyze();
  const found = violations.map(({ id, nodes }) => ({
    id,
    nodes: nodes.map(({ target, failureSummary }) => ({ target, failureSummary })),
  }));
  expect(found).toEqual([]);
}
