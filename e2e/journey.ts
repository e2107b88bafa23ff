import { createHmac, randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { AxeBuilder } from '@axe-core/playwright';
import { type BrowserContext, test as base, type CDPSession, expect, type Page } from '@playwright/test';
import { Client } from 'pg';
import { sessionCookieName } from '#platform/auth/session/session-cookie.ts';
import { SIGNED_IN_HINT } from '#shared/signed-in-hint.ts';
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

/** Minified, and injected once: the builder would inject 1.3 MB twice, which takes longer than the analysis. */
const AXE = readFileSync(`${import.meta.dirname}/../node_modules/axe-core/axe.min.js`, 'utf8');

let isOver = false;
let owner: Client | undefined;

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

/** Collects what the pages of a context log as an error, and what they throw. */
function collectErrors(context: BrowserContext, errors: string[]): BrowserContext {
  context.on('console', (message) => {
    if (message.type() === 'error' && !isOver && !isTileReadForTrace(message.text())) {
      const { url } = message.location();
      errors.push(message.text().includes(url) ? message.text() : `${message.text()} (${url})`);
    }
  });
  context.on('weberror', (thrown) => {
    if (!isOver) errors.push(String(thrown.error()));
  });
  return context;
}

export const test = base.extend<ForEach, ForAll>({
  db: [
    async ({}, use) => {
      const client = new Client({ connectionString: databaseUrlOf(process.env.SHOP_DATA_DIR!) });
      await client.connect();
      owner = client;
      await use(client);
      await client.end();
    },
    { scope: 'worker', auto: true },
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
  page: async ({ page, context, browser, expectedErrors }, use) => {
    isOver = false;
    const errors: string[] = [];
    collectErrors(context, errors);
    // Other browsers of the test.
    const begin = browser.newContext;
    browser.newContext = async (options) => collectErrors(await begin.call(browser, options), errors);
    await use(page);
    browser.newContext = begin;
    // The next test gets a new tab: this one has a history and a session storage.
    await page.close();
    expect(errors.filter((text) => !expectedErrors.some((expected) => expected.test(text)))).toEqual([]);
  },
});

/**
 * Ends the user's session while the page's next request of this operation is on its way, which is then refused. Ended
 * earlier, another request may be refused first: a page asks by itself, at a live event and while a user types.
 */
export async function endSessionDuring(page: Page, operation: string, email: string): Promise<void> {
  await page.route(
    `**/api/rpc/${operation}`,
    async (route) => {
      await owner!.query('delete from sessions where user_id = (select id from profiles where email = $1)', [
        email,
      ]);
      await route.continue();
    },
    { times: 1 },
  );
}

/**
 * Signs in as with a password; the page is signed in from the next navigation on. The session is written to the
 * database: checking a password takes more processor time than loading a page.
 */
export async function signIn(page: Page, email: string): Promise<void> {
  const token = randomBytes(24).toString('base64url');
  const { rowCount } = await owner!.query(
    `insert into sessions (id, user_id, token, expires_at, sign_in_method)
     select gen_random_uuid(), id, $2, now() + interval '30 days', 'password' from profiles where email = $1`,
    [email, token],
  );
  expect(rowCount, email).toBe(1);
  const secret = readFileSync(`${process.env.SHOP_DATA_DIR}/auth-secret`, 'utf8').trim();
  const signature = createHmac('sha256', secret).update(token).digest('base64');
  const url = process.env.SHOP_URL!;
  await page.context().addCookies([
    {
      name: sessionCookieName(false),
      value: encodeURIComponent(`${token}.${signature}`),
      url,
      httpOnly: true,
      sameSite: 'Lax',
    },
    { name: SIGNED_IN_HINT, value: '1', url, sameSite: 'Lax' },
  ]);
}

/** Signs in through the API, which also records the event and the device; for tests of accounts and security. */
export async function signInByPassword(page: Page, email: string, password = PASSWORD): Promise<void> {
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

const WCAG = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

/**
 * Expects no WCAG A or AA finding of axe on the current page, after all animations have ended; outside of the short tests
 * also no low contrast in the other colour scheme, so that every state is seen light and dark.
 */
export async function expectAccessible(page: Page): Promise<void> {
  await animationsEnd(page);
  expect(await findingsOf(page, (axe) => axe.withTags(WCAG))).toEqual([]);
  if (process.env.SHORT_TESTS) return;
  const isDark = await page.evaluate(() => matchMedia('(prefers-color-scheme: dark)').matches);
  const [own, other] = isDark ? (['dark', 'light'] as const) : (['light', 'dark'] as const);
  await page.emulateMedia({ colorScheme: other });
  try {
    await animationsEnd(page);
    const found = await findingsOf(page, (axe) => axe.withRules('color-contrast'));
    expect(found, `in the ${other} colours`).toEqual([]);
  } finally {
    await page.emulateMedia({ colorScheme: own });
  }
}

const animationsEnd = (page: Page) =>
  page.waitForFunction(() =>
    document.getAnimations().every(
      (animation) =>
        // Those of the scroll position do not end.
        !(animation.timeline instanceof DocumentTimeline) ||
        animation.playState !== 'running' ||
        animation.effect?.getTiming().iterations === Infinity,
    ),
  );

async function findingsOf(page: Page, choose: (axe: AxeBuilder) => AxeBuilder) {
  const isOneFrame = page.frames().length === 1;
  if (isOneFrame) await page.evaluate(AXE);
  const axe = new AxeBuilder({ page, axeSource: isOneFrame ? '0' : AXE })
    // Passes are not collected, and only this document is checked: the default opens another page to merge the results
    // of several frames. Together that is two thirds of the time.
    .options({ resultTypes: ['violations'] })
    .setLegacyMode(isOneFrame);
  const { violations } = await choose(axe).analyze();
  return violations.map(({ id, nodes }) => ({
    id,
    nodes: nodes.map(({ target, failureSummary }) => ({ target, failureSummary })),
  }));
}
