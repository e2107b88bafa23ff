import type { Page } from '@playwright/test';
import { ACCOUNTS, expect, expectAccessible, open, signIn, test } from '../journey.ts';

const note = (page: Page) => page.getByRole('region', { name: 'Backup' });

test('a super admin sees the state of the backups, an admin does not', { tag: '@desktop' }, async ({
  page,
  db,
}) => {
  const made = async (name: string, values: string) =>
    void (await db.query(
      `insert into backups (name, made_at, verified_at, verification_error) values ($1, ${values})`,
      [name],
    ));
  try {
    await signIn(page, ACCOUNTS.super);
    await open(page, '/admin/dashboard');
    await expect(note(page)).toHaveText('There is no backup yet. Take one: npm run backup');
    await made('first', `now() - interval '3 days', now() - interval '2 days', null`);
    await page.reload();
    await expect(note(page)).toHaveText('Last backup 3 days ago, verified 2 days ago');
    await made('second', `now() - interval '5 hours', null, 'tables/orders.copy.gz is damaged.'`);
    await page.reload();
    await expect(note(page)).toHaveText(
      'Last backup 5 hours ago, verified 2 days agoThe last backup could not be restored for a trial: tables/orders.copy.gz is damaged.',
    );
    await expectAccessible(page);

    await signIn(page, ACCOUNTS.admin);
    await open(page, '/admin/dashboard');
    await expect(page.getByRole('main').getByRole('link', { name: /^Total Orders/ })).toBeVisible();
    await expect(note(page)).toHaveCount(0);
    expect((await page.request.get('/api/v1/admin/backups')).status()).toBe(403);
  } finally {
    await db.query(`delete from backups where name in ('first', 'second')`);
  }
});
