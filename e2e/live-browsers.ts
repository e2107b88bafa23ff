import type { Browser, BrowserContext, Page } from '@playwright/test';
import { test as base, expect, open, signIn } from './journey.ts';
import { aCloth, aPerson, type Cloth, forgetPeople, type Person, removeCloths } from './shopper.ts';

/** A change has to be on an open screen within so many ms. */
export const SOON = { timeout: 2_000 };

interface Fixture {
  person: Person;
  cloth: Cloth;
  /** Opens a browser of somebody else. */
  anotherBrowser(email?: string): Promise<Page>;
  /** The cloth's price becomes this, without a word to any page. */
  setPrice(price: number): Promise<unknown>;
}

export const test = base.extend<Fixture>({
  person: async ({ db }, use) => {
    await use(await aPerson(db));
    for (const role of ['user', 'admin', 'super-admin']) await forgetPeople(db, `${role}-%@example.com`);
  },
  cloth: async ({ db }, use) => {
    const cloth = await aCloth(db, { price: 7_300 });
    await use(cloth);
    await removeCloths(db, [cloth]);
  },
  anotherBrowser: async ({ browser, viewport, baseURL }, use) => {
    const opened: BrowserContext[] = [];
    await use(async (email) => {
      const page = await openContext(browser, opened, { viewport, baseURL });
      if (email) await signIn(page, email);
      return page;
    });
    for (const one of opened) await one.close();
  },
  setPrice: async ({ db, cloth }, use) =>
    use((price) => db.query('update products set price = $2 where id = $1', [cloth.id, price])),
});

async function openContext(
  browser: Browser,
  opened: BrowserContext[],
  options: Parameters<Browser['newContext']>[0],
): Promise<Page> {
  const context = await browser.newContext(options);
  opened.push(context);
  return context.newPage();
}

/** The streams of events that pages of this browser ask for, each with its topics, and whether it is over. */
export function streamsOf(context: BrowserContext): { topics: string; isOver: boolean }[] {
  const streams: { topics: string; isOver: boolean }[] = [];
  context.on('request', (request) => {
    const url = new URL(request.url());
    if (url.pathname !== '/api/events') return;
    const stream = { topics: url.searchParams.get('topics') ?? '', isOver: false };
    streams.push(stream);
    const end = (ended: unknown) => {
      if (ended === request) stream.isOver = true;
    };
    context.on('requestfinished', end);
    context.on('requestfailed', end);
    // Of a page that is gone nothing is told any more.
    request
      .frame()
      .page()
      .once('close', () => end(request));
  });
  return streams;
}

/** How many streams stand, and how many there were. */
export const counted = (streams: { isOver: boolean }[]) => ({
  open: streams.filter(({ isOver }) => !isOver).length,
  all: streams.length,
});

/** Opens a page and waits until it follows. */
export async function openFollowing(page: Page, path: string): Promise<void> {
  const stream = page.waitForResponse((response) => response.url().includes('/api/events'));
  await open(page, path);
  expect((await stream).status()).toBe(200);
  // The first thing that it says has to arrive as well.
  await page.waitForTimeout(200);
}

/** The newest of the list of products stand first: the cloth is among them. */
export const NEWEST = '/products?sort=newest';
export const cardOf = (page: Page, { name }: Cloth) => page.getByRole('article').filter({ hasText: name });

/** As when the person looks at another tab, or comes back. */
export const look = (page: Page, visible: boolean) =>
  page.evaluate(
    (state) => {
      Object.defineProperty(document, 'visibilityState', { value: state, configurable: true });
      document.dispatchEvent(new Event('visibilitychange'));
    },
    visible ? 'visible' : 'hidden',
  );
