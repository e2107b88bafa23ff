import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { expect, open, test } from './front.ts';
import { expectToast } from './shopper.ts';

const field = (page: Page, name: string) => page.getByRole('form', { name: 'Message' }).getByLabel(name);
const press = (page: Page) => page.getByRole('button', { name: 'Send Message' }).click();

const GOOD = {
  Name: 'Ẹwà Ọṣun',
  Phone: '+234 801 234 5678',
  Email: 'contact-journey@example.com',
  Subject: 'Two agbada',
  Message: 'For a wedding in Ìbàdàn.\nOn the 3rd. <b>Please</b> call.',
};

async function fill(page: Page, values: Record<string, string>): Promise<void> {
  for (const [name, value] of Object.entries(values)) await field(page, name).fill(value);
}

test.beforeEach(async ({ db }) => {
  // One IP address may send thirty messages in an hour; these tests send more.
  await db.query(`DELETE FROM limits WHERE key LIKE 'contact:%'`);
});

test.afterEach(async ({ db }) => {
  await db.query(`DELETE FROM contact_submissions WHERE email = $1`, [GOOD.Email]);
  await db.query(`DELETE FROM limits WHERE key LIKE 'contact:%'`);
});

const stored = async (db: { query(text: string, values: unknown[]): Promise<{ rows: unknown[] }> }) =>
  (
    await db.query(`SELECT name, email, phone, subject, message FROM contact_submissions WHERE email = $1`, [
      GOOD.Email,
    ])
  ).rows;

test('CONTACT-01 CONTACT-02 OPEN-33 the shop’s location, and a form', async ({ page }) => {
  await open(page, '/contact');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Come in, call or write');
  const details = page.getByRole('region', { name: 'Where to find us' });
  await expect(details.locator('dt')).toHaveText(['Address', 'Hours', 'Telephone', 'WhatsApp', 'Email']);
  await expect(details).toContainText('Lagos');
  await expect(details.locator('a[href^="tel:"]')).toBeVisible();
  await expect(details.locator('a[href^="mailto:"]')).toBeVisible();
  await expect(details.getByRole('link', { name: /Write to a tailor/ })).toHaveAttribute(
    'href',
    /^https:\/\/wa\.me\/\d+$/,
  );
  const longest = { Name: 100, Phone: 40, Email: 254, Subject: 200, Message: 5000 };
  for (const [name, most] of Object.entries(longest)) {
    await expect(field(page, name)).toBeVisible();
    await expect(field(page, name)).toHaveAttribute('maxlength', String(most));
  }
});

test('CONTACT-04 ERR-48 PERM-01 a visitor’s message is stored as typed', { tag: '@phone' }, async ({
  page,
  db,
}) => {
  await open(page, '/contact');
  await fill(page, GOOD);
  await press(page);
  await expectToast(
    page,
    'Message Sent',
    'Your message has been sent! We will get back to you as soon as possible.',
  );
  for (const name of Object.keys(GOOD)) await expect(field(page, name)).toHaveValue('');
  expect(await stored(db)).toEqual([
    {
      name: GOOD.Name,
      email: GOOD.Email,
      phone: GOOD.Phone,
      subject: GOOD.Subject,
      message: GOOD.Message,
    },
  ]);
});

test('CONTACT-07 without a number the phone is stored as null', { tag: '@phone' }, async ({ page, db }) => {
  await open(page, '/contact');
  await fill(page, { ...GOOD, Phone: '' });
  await press(page);
  await expectToast(page, 'Message Sent');
  expect(await stored(db)).toMatchObject([{ name: GOOD.Name, phone: null }]);
});

for (const [row, name, refused, accepted, message] of [
  ['CONTACT-05', 'Name', 'E', 'Ed', 'Name must be at least 2 characters'],
  ['CONTACT-06', 'Email', 'abc', GOOD.Email, 'Please enter a valid email address'],
  ['CONTACT-08', 'Subject', 'Four', 'Fifth', 'Subject must be at least 5 characters'],
  ['CONTACT-09', 'Message', 'nine char', 'ten chars.', 'Message must be at least 10 characters'],
] as const) {
  test(`${row} CONTACT-10 OPEN-16 ${name}: '${refused}' is refused, '${accepted}' accepted`, {
    tag: '@phone',
  }, async ({ page, db }) => {
    await open(page, '/contact');
    await fill(page, { ...GOOD, [name]: refused });
    await press(page);
    await expect(field(page, name)).toHaveAccessibleDescription(message);
    await expect(page.getByText(message, { exact: true })).toBeVisible();
    await expect(field(page, name)).toHaveAttribute('aria-invalid', 'true');
    await expect(field(page, name)).toBeFocused();
    expect(await stored(db)).toEqual([]);
    await field(page, name).fill(accepted);
    await expect(page.getByText(message, { exact: true })).toHaveCount(0);
    await press(page);
    await expectToast(page, 'Message Sent');
    expect(await stored(db)).toHaveLength(1);
  });
}

test('CONTACT-02 a message that is being sent is sent once', { tag: '@phone' }, async ({ page, db }) => {
  await open(page, '/contact');
  await fill(page, GOOD);
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  let sendings = 0;
  await page.route('**/api/rpc/contact/submit', async (route) => {
    sendings += 1;
    await held;
    await route.continue();
  });
  const button = page.getByRole('button', { name: 'Send Message' });
  await button.click();
  await expect(button).toHaveAttribute('aria-busy', 'true');
  await button.click();
  await field(page, 'Name').press('Enter');
  release();
  await expectToast(page, 'Message Sent');
  expect(sendings).toBe(1);
  expect(await stored(db)).toHaveLength(1);
});

/** Messages from one IP address. */
const IN_AN_HOUR = 30;

test.describe('when a message cannot be sent', () => {
  test.use({
    expectedErrors: [/Failed to load resource: (the server responded with a status of 429|net::ERR_FAILED)/],
  });

  test('ERR-49 a message that the shop refuses stays as typed', { tag: '@phone' }, async ({ page, db }) => {
    for (let sent = 0; sent < IN_AN_HOUR; sent++) {
      const answer = await page.request.post('/api/v1/contact', {
        headers: { origin: process.env.SHOP_URL! },
        data: {
          idempotencyKey: randomUUID(),
          name: 'Somebody',
          email: GOOD.Email,
          subject: 'Before that',
          message: 'Thirty in an hour are enough.',
        },
      });
      expect(answer.status()).toBe(200);
    }
    await open(page, '/contact');
    await fill(page, GOOD);
    await press(page);
    await expectToast(page, 'Error', 'Failed to send message. Please try again later.');
    expect(await stored(db)).toHaveLength(IN_AN_HOUR);
    for (const [name, value] of Object.entries(GOOD)) await expect(field(page, name)).toHaveValue(value);
  });

  test('ERR-50 a lost response shows an error, and the same message again is stored once', {
    tag: '@phone',
  }, async ({ page, db }) => {
    await page.route(
      '**/api/rpc/contact/submit',
      async (route) => {
        await route.fetch();
        await route.abort();
      },
      { times: 1 },
    );
    await open(page, '/contact');
    await fill(page, GOOD);
    await press(page);
    await expectToast(page, 'Error', 'An unexpected error occurred. Please try again later.');
    await expect(field(page, 'Message')).toHaveValue(GOOD.Message);
    // The toast comes a moment before the form takes another press.
    await expect(page.getByRole('button', { name: 'Send Message' })).not.toHaveAttribute('aria-busy');
    await press(page);
    await expectToast(page, 'Message Sent');
    expect(await stored(db)).toHaveLength(1);
  });
});
