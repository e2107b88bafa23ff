import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import type { Client } from 'pg';
import { ACCOUNTS, expect, expectAccessible, open, PASSWORD, signIn, test } from '../journey.ts';
import { expectToast } from '../shopper.ts';

// The browser's own lines for a refused address and a refused save.
test.use({ expectedErrors: [/422 \(Unprocessable Entity\)|status of 409/] });

const receiver = () => process.env.SHOP_TILES_URL!.replace('localhost', '127.0.0.1');

test.beforeEach(({ db }) => db.query('delete from webhooks') as Promise<unknown>);
test.afterEach(async ({ db, page }) => {
  // An open screen would read a webhook that is gone.
  await page.close();
  await db.query('delete from webhooks');
});

async function confirmIdentity(page: Page) {
  const proof = page.getByRole('dialog', { name: 'Confirm that it is you' });
  await proof.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await proof.getByRole('button', { name: 'Confirm' }).click();
}

/** Makes a webhook by the API, in the session of the page; its screen is the page afterwards. */
async function openWebhook(page: Page, db: Client, path: string) {
  const id = randomUUID();
  await db.query(
    'update sessions set reauthenticated_at = now() where user_id = (select id from profiles where email = $1)',
    [ACCOUNTS.super],
  );
  const data = { id, name: 'Accounting', url: `${receiver()}${path}`, events: ['order.submitted'] };
  const answer = await page.request.post('/api/v1/admin/webhooks', {
    data,
    headers: { origin: new URL(page.url()).origin },
  });
  expect(answer.status()).toBe(200);
  await open(page, `/admin/webhooks/${id}`);
}

test('AGENT-02 a super admin makes a webhook, confirms that it is them, and copies its secret once', async ({
  page,
}) => {
  test.slow();
  await signIn(page, ACCOUNTS.super);
  await open(page, '/admin/webhooks');
  await expect(page.getByText('There are no webhooks')).toBeVisible();
  await page.getByRole('button', { name: 'New webhook' }).click();
  const form = page.getByRole('dialog', { name: 'New webhook' });
  await form.getByRole('button', { name: 'Make the webhook' }).click();
  await expect(form).toContainText('Name is required');
  await expect(form).toContainText('Please enter an address that begins with https://');
  await expect(form).toContainText('Please choose what is sent');
  await expectAccessible(page);
  await form.getByLabel('Name').fill('Accounting');
  await form.getByLabel('An order was sent').check();
  // An address of the shop's own network.
  await form.getByLabel('URL').fill('https://192.168.1.1/hook');
  await form.getByRole('button', { name: 'Make the webhook' }).click();
  await confirmIdentity(page);
  await expect(form).toContainText('An address that is not public');
  await form.getByLabel('URL').fill(`${receiver()}/answer/200`);
  await form.getByRole('button', { name: 'Make the webhook' }).click();
  await confirmIdentity(page);
  const shown = page.getByRole('dialog', { name: 'Copy the secret now' });
  const secret = await shown.getByText(/^whsec_/).textContent();
  await shown.getByRole('button', { name: 'I have copied it' }).click();
  const row = page.locator('main tbody tr').filter({ hasText: 'Accounting' });
  await expect(row).toContainText('order.submitted');
  await expect(page.locator('body')).not.toContainText(secret!);
  await expectAccessible(page);
});

test('AGENT-02 a test that fails is shown with its reason, and sent again to another URL it arrives', async ({
  page,
  db,
}) => {
  test.slow();
  await signIn(page, ACCOUNTS.super);
  await open(page, '/admin/webhooks');
  await openWebhook(page, db, '/answer/500');
  await expect(page.getByText('Nothing was sent yet')).toBeVisible();
  await page.getByRole('button', { name: 'Send a test' }).click();
  const delivery = page.locator('main tbody tr').filter({ hasText: 'Test' });
  await expect(delivery).toContainText('The server answered 500', { timeout: 20_000 });
  await expect(delivery).toContainText('Waiting');
  await expect(delivery).toContainText('{"status":500}');
  await page.getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', { name: 'Change' }).click();
  const edit = page.getByRole('dialog', { name: 'Change the webhook' });
  await edit.getByLabel('URL').fill(`${receiver()}/answer/200`);
  await edit.getByRole('button', { name: 'Save' }).click();
  await confirmIdentity(page);
  await expectToast(page, 'Webhook saved');
  // 'Send now' until the next attempt, which may be first.
  await delivery.getByRole('button', { name: /^Send (now|again)/ }).click();
  await expect(delivery).toContainText('Answered 200', { timeout: 20_000 });
  await expect(delivery).toContainText('Delivered');
  // By keyboard: on a phone the toast may be above it.
  await delivery.getByText(/earlier attempts?$/).press('Enter');
  await expect(delivery.getByRole('listitem').last()).toContainText('The server answered 500');
  await expectAccessible(page);
});

test('AGENT-02 a webhook is switched off and deleted', async ({ page, db }) => {
  test.slow();
  await signIn(page, ACCOUNTS.super);
  await open(page, '/admin/webhooks');
  await openWebhook(page, db, '/answer/200');
  await page.getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', { name: 'Switch off' }).click();
  await expect(page.getByText('It is off.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Switch on' })).toBeVisible();
  await page.getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await page.getByRole('button', { name: 'Delete the webhook' }).click();
  await expectToast(page, 'Webhook deleted');
  await expect(page.getByText('There are no webhooks')).toBeVisible();
});

test('AGENT-02 a form over what another super admin saved is refused, shows it and keeps what was edited', {
  tag: '@phone',
}, async ({ page, db }) => {
  test.slow();
  await signIn(page, ACCOUNTS.super);
  await open(page, '/admin/webhooks');
  await openWebhook(page, db, '/answer/200');
  await page.getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', { name: 'Change' }).click();
  const edit = page.getByRole('dialog', { name: 'Change the webhook' });
  await edit.getByLabel('Name').fill('Couriers');
  await edit.getByLabel('The status of an order changed').check();
  // What is put back is not edited.
  const confirmed = edit.getByLabel('An order was confirmed by you');
  await confirmed.check();
  await confirmed.uncheck();
  await db.query(`update webhooks set name = 'Riders', events = '{order.submitted,order.confirmed}'`);
  await edit.getByRole('button', { name: 'Save' }).click();
  await expectToast(page, 'Someone else has changed this webhook');
  await expect(confirmed).toBeChecked();
  await expect(edit.getByLabel('Name')).toHaveValue('Couriers');
  await expect(edit.getByText('Saved now: Riders')).toBeVisible();
  await edit.getByRole('button', { name: 'Save' }).click();
  await expectToast(page, 'Webhook saved');
  const { rows } = await db.query('select name, events from webhooks');
  expect(rows).toEqual([
    { name: 'Couriers', events: ['order.submitted', 'order.status_changed', 'order.confirmed'] },
  ]);
});
