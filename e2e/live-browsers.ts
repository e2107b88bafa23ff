import type { Browser, BrowserContext, Page } from '@playwright/test';
import { test as base, expect, ignoreLaterErrors, open, signIn } from './journey.ts';
import {
  addProduct,
  addUser,
  deleteUsers,
  removeProducts,
  type TestProduct,
  type TestUser,
} from './shopper.ts';

interface Fixture {
  user: TestUser;
  cloth: TestProduct;
  /** Opens another browser, signed in when an email is given. */
  anotherBrowser(email?: string): Promise<Page>;
  /** Sets the product's price without notifying any page. */
  setPrice(price: number): Promise<unknown>;
}

export const test = base.extend<Fixture>({
  user: async ({ db }, use) => {
    await use(await addUser(db));
    for (const role of ['user', 'admin', 'super-admin']) await deleteUsers(db, `${role}-%@example.com`);
  },
  cloth: async ({ db }, use) => {
    const cloth = await addProduct(db, { price: 7_300 });
    await use(cloth);
    ignoreLaterErrors();
    await removeProducts(db, [cloth]);
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

/** The event streams that pages of this browser request, each with its topics and whether it has ended. */
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
    // A closed page gets no more request events.
    request
      .frame()
      .page()
      .once('close', () => end(request));
  });
  return streams;
}

/** The number of open streams, and of all. */
export const counted = (streams: { isOver: boolean }[]) => ({
  open: streams.filter(({ isOver }) => !isOver).length,
  all: streams.length,
});

/** Opens a page and waits until its event stream is open. */
export async function openFollowing(page: Page, path: string): Promise<void> {
  const stream = page.waitForResponse((response) => response.url().includes('/api/events'));
  await open(page, path);
  expect((await stream).status()).toBe(200);
  // The first event must arrive as well.
  await page.waitForTimeout(200);
}

/** The list with the newest products first, which includes the fixture's product. */
export const NEWEST = '/products?sort=newest';
export const cardOf = (page: Page, { name }: TestProduct) =>
  page.getByRole('article').filter({ hasText: name });

/** Simulates switching to another tab, or back. */
export const setVisible = (page: Page, visible: boolean) =>
  page.evaluate(
    (state) => {
      Object.defineProperty(document, 'visibilityState', { value: state, configurable: true });
      document.dispatchEvent(new Event('visibilitychange'));
    },
    visible ? 'visible' : 'hidden',
  );
