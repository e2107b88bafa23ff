import type { Page } from '@playwright/test';
import { ACCOUNTS } from '../journey.ts';
import { expect, open, signIn, test } from './orders.ts';

/** The page believes that its tab is hidden, or shown again. */
const setHidden = (page: Page, hidden: boolean) =>
  page.evaluate(
    (state) => {
      Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => state });
      Object.defineProperty(document, 'hidden', { configurable: true, get: () => state === 'hidden' });
      document.dispatchEvent(new Event('visibilitychange'));
    },
    hidden ? 'hidden' : 'visible',
  );

test('DESK-02 the menu counts pending orders and unread messages live; a hidden tab counts new orders in its title', {
  tag: '@desktop',
}, async ({ page, fixture, db }) => {
  await signIn(page, ACCOUNTS.admin);
  await open(page, '/admin/products');
  const pending = async () =>
    (await db.query(`select count(*)::int as n from orders where status = 'pending'`)).rows[0].n as number;
  const unread = (await db.query('select count(*)::int as n from contact_submissions where read_at is null'))
    .rows[0].n;
  const link = (name: string) =>
    page.getByRole('navigation', { name: 'Back office' }).getByRole('link', { name, exact: true });
  await expect(link('Orders')).toHaveAccessibleDescription(`${await pending()} pending`);
  await expect(link('Messages')).toHaveAccessibleDescription(`${unread} unread`);
  await fixture.order();
  await expect(link('Orders')).toHaveAccessibleDescription(`${await pending()} pending`);
  const title = await page.title();
  await setHidden(page, true);
  await fixture.order();
  await expect(page).toHaveTitle(`(1) ${title}`);
  await fixture.order();
  await expect(page).toHaveTitle(`(2) ${title}`);
  await setHidden(page, false);
  await expect(page).toHaveTitle(title);
});

test('DESK-02 the sound for new orders is switched on in the menu, rings, and is kept by the browser', {
  tag: '@desktop',
}, async ({ page, fixture }) => {
  // What is heard, as the number of tones that were started.
  await page.addInitScript(() => {
    const start = OscillatorNode.prototype.start;
    OscillatorNode.prototype.start = function (...when) {
      document.documentElement.dataset.tones = String(
        Number(document.documentElement.dataset.tones ?? 0) + 1,
      );
      return start.apply(this, when);
    };
  });
  await signIn(page, ACCOUNTS.admin);
  await open(page, '/admin/products');
  const bell = page.getByRole('switch', { name: 'Order sound' });
  const html = page.locator('html');
  await expect(bell).not.toBeChecked();
  // Of the first number of orders that the page reads, nothing is new.
  await expect(
    page.getByRole('navigation', { name: 'Back office' }).getByRole('link', { name: 'Orders', exact: true }),
  ).toHaveAccessibleDescription(/^\d+ pending$/);
  await bell.click();
  await expect(bell).toBeChecked();
  await expect(html).toHaveAttribute('data-tones', '2');
  await fixture.order();
  await expect(html).toHaveAttribute('data-tones', '4');
  await page.reload();
  await expect(bell).toBeChecked();
  await bell.click();
  await expect(bell).not.toBeChecked();
});
