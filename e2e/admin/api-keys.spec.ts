import { ACCOUNTS, expect, expectAccessible, open, PASSWORD, signIn, test } from '../journey.ts';
import { expectToast } from '../shopper.ts';
import { holdRequests } from './categories.ts';

test('AGENT-02 a super admin makes a key, copies it once and revokes it', async ({ page, db }) => {
  await db.query('delete from api_keys');
  try {
    await signIn(page, ACCOUNTS.super);
    await open(page, '/admin/api-keys');
    await expect(page.getByText('There are no API keys')).toBeVisible();
    await page.getByRole('button', { name: 'New key' }).click();
    const form = page.getByRole('dialog', { name: 'New API key' });
    await form.getByRole('button', { name: 'Make the key' }).click();
    await expect(form).toContainText('Name is required');
    await expect(form).toContainText('Please choose what the key may do');
    await expectAccessible(page);
    await form.getByLabel('Name').fill('Accounting');
    await form.getByLabel('See orders and their customers').check();
    await form.getByRole('button', { name: 'Make the key' }).click();
    const proof = page.getByRole('dialog', { name: 'Confirm that it is you' });
    await expect(proof).toContainText('let another program into the shop');
    await proof.getByRole('button', { name: 'Cancel' }).click();
    await expect(form.getByLabel('Name')).toHaveValue('Accounting');
    await form.getByRole('button', { name: 'Make the key' }).click();
    await proof.getByLabel('Password', { exact: true }).fill(PASSWORD);
    const answer = await holdRequests(page, 'apiKeys/createKey');
    await proof.getByRole('button', { name: 'Confirm' }).click();
    await expect(proof).toBeHidden();
    // The key is shown this once, so its dialog stays.
    await expect(form.getByRole('button', { name: 'Cancel' })).toBeDisabled();
    answer();
    const shown = page.getByRole('dialog', { name: 'Copy the key now' });
    const key = await shown.getByText(/^aso_/).textContent();
    expect(key).toMatch(/^aso_[\w-]{43}$/);
    await expectAccessible(page);
    await shown.getByRole('button', { name: 'I have copied it' }).click();
    const row = page.locator('main tbody tr').filter({ hasText: 'Accounting' });
    await expect(row).toContainText(key!.slice(0, 10));
    await expect(row).toContainText('orders:read');
    await expect(page.locator('body')).not.toContainText(key!);
    await expectAccessible(page);
    await row.getByRole('button', { name: 'Revoke Accounting' }).click();
    await page.getByRole('button', { name: 'Revoke the key' }).click();
    await expectToast(page, 'Key revoked');
    await expect(row).toContainText('Revoked');
    await expect(row.getByRole('button')).toHaveCount(0);
  } finally {
    await db.query('delete from api_keys');
  }
});
