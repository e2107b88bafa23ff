import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import type { Client } from 'pg';
import { newWord, operation } from '../browsing.ts';
import { ACCOUNTS, expect, expectAccessible, ignoreLaterErrors, open, signIn, test } from '../journey.ts';
import { expectToast } from '../shopper.ts';

/** Part of every subject, so that the test's messages can be found and deleted. */
let word = '';
test.beforeEach(async ({ page }) => {
  word = newWord();
  await signIn(page, ACCOUNTS.admin);
});
test.afterEach(async ({ db }) => {
  ignoreLaterErrors();
  await db.query('DELETE FROM contact_submissions WHERE subject LIKE $1', [`%${word}%`]);
});

interface Wish {
  subject?: string;
  message?: string;
  phone?: string | null;
  read?: boolean;
  minutesAgo?: number;
}

async function message(
  db: Client,
  { subject = 'Wrapper', message: text, phone, read, minutesAgo = 0 }: Wish = {},
) {
  const id = randomUUID();
  await db.query(
    `INSERT INTO contact_submissions (id, name, email, phone, subject, message, created_at, read_at)
     VALUES ($1, 'Ìyábọ̀ Test', 'iyabo@example.com', $2, $3, $4, now() - make_interval(mins => $5), $6)`,
    [
      id,
      phone ?? null,
      `${subject} ${word}`,
      text ?? 'Good day.\n\nDo you sew for children?',
      minutesAgo,
      read ? new Date() : null,
    ],
  );
  return { id, subject: `${subject} ${word}` };
}
const readAt = async (db: Client, id: string) =>
  (await db.query('SELECT read_at FROM contact_submissions WHERE id = $1', [id])).rows[0].read_at;
const unreadIn = async (db: Client) =>
  (await db.query('SELECT count(*)::int AS n FROM contact_submissions WHERE read_at IS NULL')).rows[0].n;
const rows = (page: Page) => page.locator('main tbody tr');
const rowOf = (page: Page, subject: string) => rows(page).filter({ hasText: subject });

test('messages are listed newest first, with the number of unread ones', async ({ page, db }) => {
  const older = await message(db, { subject: 'Older', minutesAgo: 2 });
  const newer = await message(db, { subject: 'Newer', read: true });
  await open(page, '/admin/messages');
  await expect(page.getByRole('heading', { level: 1, name: 'Messages' })).toBeVisible();
  await expect(rows(page).nth(0)).toContainText(newer.subject);
  await expect(rows(page).nth(1)).toContainText(older.subject);
  await expect(rowOf(page, older.subject)).toContainText('New');
  await expect(rowOf(page, newer.subject).getByText('New', { exact: true })).toHaveCount(0);
  const unread = await unreadIn(db);
  await expect(
    page.getByText(unread === 1 ? '1 message is unread.' : `${unread} messages are unread.`),
  ).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: `Unread (${unread})` }).click();
  await expect(page).toHaveURL(/unread=true/);
  await expect(rowOf(page, older.subject)).toBeVisible();
  await expect(rowOf(page, newer.subject)).toHaveCount(0);
  await page.goBack();
  await expect(rowOf(page, newer.subject)).toBeVisible();
});

test('an opened message is shown whole, as text, and becomes read', async ({ page, db }) => {
  const typed = `<img src=x onerror="document.title='owned'"> ${'cloth '.repeat(80)}\n\nLast line`;
  const { id, subject } = await message(db, { message: typed });
  await open(page, '/admin/messages');
  await rowOf(page, subject).getByRole('link', { name: subject }).click();
  const dialog = page.getByRole('dialog', { name: subject });
  await expect(dialog).toContainText('<img src=x onerror=');
  await expect(dialog).toContainText('Last line');
  await expect(dialog).toContainText('iyabo@example.com');
  await expect(dialog.locator('img')).toHaveCount(0);
  await expect.poll(() => readAt(db, id)).not.toBeNull();
  await expectAccessible(page);
  expect(await page.title()).toBe('Messages · Back office');
  // The URL reopens the message, and Back closes it.
  expect(page.url()).toContain(id);
  await page.goBack();
  await expect(dialog).toBeHidden();
  await expect(rowOf(page, subject).getByText('New', { exact: true })).toHaveCount(0);
});

test('a message is answered by email with its subject, and on WhatsApp when it has a number', {
  tag: '@desktop',
}, async ({ page, db }) => {
  const { id, subject } = await message(db, { phone: '0803 123 4567', subject: 'Agbada & cap?' });
  const silent = await message(db, { phone: 'ask my sister' });
  await open(page, `/admin/messages?message=${id}`);
  const dialog = page.getByRole('dialog');
  const mail = new URL((await dialog.getByRole('link', { name: 'Reply by email' }).getAttribute('href'))!);
  expect([mail.protocol, mail.pathname, mail.searchParams.get('subject')]).toEqual([
    'mailto:',
    'iyabo@example.com',
    `Re: ${subject}`,
  ]);
  const whatsapp = dialog.getByRole('link', { name: 'Reply on WhatsApp' });
  await expect(whatsapp).toHaveAttribute('href', /^https:\/\/wa\.me\/2348031234567\?text=/);
  await expect(whatsapp).toHaveAttribute('rel', /noopener/);
  await open(page, `/admin/messages?message=${silent.id}`);
  await expect(dialog).toContainText('ask my sister');
  await expect(dialog.getByRole('link', { name: 'Reply on WhatsApp' })).toHaveCount(0);
});

test('an opened message is read, and can be marked unread in its dialog', { tag: '@desktop' }, async ({
  page,
  db,
}) => {
  const { id, subject } = await message(db);
  await open(page, '/admin/messages');
  await expect(rowOf(page, subject)).toBeVisible();
  await expect(rowOf(page, subject).getByRole('button')).toHaveCount(0);
  await rowOf(page, subject).getByRole('link', { name: subject }).click();
  await expect.poll(() => readAt(db, id)).not.toBeNull();
  await page.getByRole('dialog').getByRole('button', { name: 'Mark unread' }).click();
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(rowOf(page, subject).getByText('New', { exact: true })).toBeVisible();
  expect(await readAt(db, id)).toBeNull();
  await expectToast(page, 'Message marked as unread');
  await expect(page.getByRole('button', { name: 'Undo' })).toBeVisible();
});

test('BULK-02 HIST-05 selected messages are marked as read at once, and unread again by one Undo', async ({
  page,
  db,
  isMobile,
}) => {
  const marked = [await message(db), await message(db), await message(db)];
  const states = () => Promise.all(marked.map(async ({ id }) => (await readAt(db, id)) !== null));
  await open(page, '/admin/messages');
  if (isMobile) await page.getByRole('button', { name: 'Select', exact: true }).click();
  for (const at of marked.keys()) await rowOf(page, word).nth(at).getByRole('checkbox').click();
  const bar = page.getByRole('region', { name: 'Selected' });
  await expect(bar).toContainText('3 messages selected');
  await bar.getByRole('button', { name: 'Mark as read' }).click();
  await expectToast(page, 'Messages marked');
  expect(await states()).toEqual([true, true, true]);
  await page
    .locator('[data-sonner-toast]')
    .filter({ hasText: 'Messages marked' })
    .getByRole('button', { name: 'Undo' })
    .click();
  await expect.poll(states).toEqual([false, false, false]);
  await expect(rowOf(page, word).getByText('New', { exact: true })).toHaveCount(3);
  await open(page, '/admin/history?kind=message');
  await page.getByRole('link', { name: 'Undid: Marked 3 messages as read' }).first().click();
  await expect(page.getByRole('rowheader', { name: 'A message, changed' })).toHaveCount(3);
  await expectAccessible(page);
});

test('ten messages a page, and the page is in the URL', { tag: '@desktop' }, async ({ page, db }) => {
  for (let n = 1; n <= 11; n++) await message(db, { subject: `Nr${n}`, minutesAgo: n, read: true });
  await open(page, '/admin/messages');
  await expect(rows(page)).toHaveCount(10);
  await page.getByRole('link', { name: 'Page 2' }).click();
  await expect(page).toHaveURL(/page=2/);
  await expect(rowOf(page, `Nr11 ${word}`)).toBeVisible();
  await page.keyboard.press('Tab');
  await expectAccessible(page);
});

test('a visitor’s message appears for two admins at once', { tag: '@desktop' }, async ({
  page,
  browser,
  playwright,
  db,
}) => {
  // Two browsers.
  test.slow();
  const visitor = await playwright.request.newContext({
    baseURL: process.env.SHOP_URL,
    extraHTTPHeaders: { origin: process.env.SHOP_URL! },
  });
  const subject = `Owambe ${word}`;
  const sent = await visitor.post('/api/v1/contact', {
    data: {
      name: 'Ada Obi',
      email: 'ada@example.com',
      subject,
      message: 'Sixty guests in March.',
      idempotencyKey: randomUUID(),
    },
  });
  expect(sent.status()).toBe(200);
  await visitor.dispose();
  const otherPage = await browser.newPage({ baseURL: process.env.SHOP_URL });
  await signIn(otherPage, ACCOUNTS.super);
  for (const one of [page, otherPage]) {
    await open(one, '/admin/messages');
    await rowOf(one, subject).getByRole('link', { name: subject }).click();
    await expect(one.getByRole('dialog')).toContainText('Sixty guests in March.');
  }
  await otherPage.close();
  const { rows: stored } = await db.query('SELECT read_at FROM contact_submissions WHERE subject = $1', [
    subject,
  ]);
  expect(stored).toHaveLength(1);
  expect(stored[0].read_at).not.toBeNull();
});

test.describe('when a request fails', () => {
  test.use({ expectedErrors: [/status of (404|503)/] });

  test('a failed list shows Try Again, and so does an unknown message', { tag: '@desktop' }, async ({
    page,
  }) => {
    let isDown = true;
    await page.route(operation('contact/listMessages'), (route) =>
      isDown ? route.fulfill({ status: 503, body: 'no' }) : route.continue(),
    );
    await open(page, '/admin/messages');
    await expect(page.getByText('Failed to fetch messages')).toBeVisible({ timeout: 15_000 });
    await expect(page.getByText('No messages yet')).toBeHidden();
    isDown = false;
    await page.getByRole('button', { name: 'Try Again' }).click();
    await expect(rows(page).first()).toBeVisible();
    await open(page, `/admin/messages?message=${randomUUID()}`);
    await expect(page.getByRole('dialog')).toContainText('There is no such message.', { timeout: 15_000 });
  });
});
