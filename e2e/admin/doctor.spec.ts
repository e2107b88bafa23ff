import type { Page } from '@playwright/test';
import type { Client } from 'pg';
import { ACCOUNTS, expect, expectAccessible, open, signIn, test } from '../journey.ts';
import { press, reach } from '../keyboard.ts';

const line = (page: Page, what: string) =>
  page
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { name: what, exact: true, level: 3 }) });

// What the admin is refused.
test.use({ expectedErrors: [/status of 403/] });

/** A verified backup, and a later one that is damaged. */
const addBackups = (db: Client) =>
  db.query(
    `insert into backups (name, made_at, verified_at, verification_error) values
       ('first', now() - interval '3 days', now() - interval '2 days', null),
       ('second', now() - interval '5 hours', null, 'tables/orders.copy.gz is damaged.')`,
  );

test('DOCTOR-01 a super admin sees on a phone how the shop stands, since when, and what to do; an admin does not', {
  tag: '@phone',
}, async ({ page, db }) => {
  try {
    await signIn(page, ACCOUNTS.super);
    await addBackups(db);
    await open(page, '/admin/dashboard');
    const note = page.getByRole('region', { name: 'Doctor' });
    await expect(note).toContainText('Backup: last made 5 hours ago, last verified 2 days ago');
    if (process.env.SCREENS) await note.screenshot({ path: `${process.env.SCREENS}/note.png` });
    await note.getByRole('link', { name: 'Doctor' }).click();
    await expect(page.getByRole('heading', { name: 'Doctor', level: 1 })).toBeVisible();

    const urgent = page.getByRole('region', { name: 'Needs action' });
    await expect(urgent.getByRole('listitem')).toHaveCount(1);
    await expect(line(page, 'Backup')).toContainText('orders.copy.gz is damaged');
    await expect(line(page, 'Backup')).toContainText('Needs action since 5 hours ago');
    await expect(line(page, 'Backup').getByRole('button', { name: 'Copy the command' })).toBeVisible();
    await expect(line(page, 'Access, tried')).toContainText('Good since');
    await expect(line(page, 'Clock').getByRole('button', { name: 'Check again: Clock' })).toBeVisible();

    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
    for (const action of await page.getByRole('main').getByRole('listitem').getByRole('button').all())
      expect((await action.boundingBox())!.height).toBeGreaterThanOrEqual(44);
    await expectAccessible(page);
    if (process.env.SCREENS)
      await page.screenshot({ path: `${process.env.SCREENS}/doctor.png`, fullPage: true });
    await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' });
    await expectAccessible(page);
    if (process.env.SCREENS)
      await page.screenshot({ path: `${process.env.SCREENS}/doctor-dark.png`, fullPage: true });

    await db.query(`delete from backups where name = 'second'`);
    await page.getByRole('button', { name: 'Check again', exact: true }).click();
    await expect(urgent).toHaveCount(0);
    await line(page, 'Slides').getByRole('link', { name: 'Hero slides' }).click();
    await expect(page).toHaveURL(/\/admin\/hero-slides$/);

    await signIn(page, ACCOUNTS.admin);
    await open(page, '/admin/doctor');
    await expect(page.getByText('You do not have permission to see the state of the shop')).toBeVisible();
    expect((await page.request.get('/api/v1/admin/doctor')).status()).toBe(403);
    await open(page, '/admin/dashboard');
    await expect(page.getByRole('main').getByRole('link', { name: /^Total Orders/ })).toBeVisible();
    await expect(note).toHaveCount(0);
  } finally {
    await db.query(`delete from backups where name in ('first', 'second')`);
  }
});

test('DOCTOR-01 on a desktop the doctor is used by the keyboard alone, in the dark', {
  tag: '@desktop',
}, async ({ page, db }) => {
  try {
    await page.emulateMedia({ colorScheme: 'dark' });
    await signIn(page, ACCOUNTS.super);
    await addBackups(db);
    await open(page, '/admin/dashboard');
    await press(page, page.getByRole('region', { name: 'Doctor' }).getByRole('link', { name: 'Doctor' }));
    await expect(page.getByRole('heading', { name: 'Doctor', level: 1 })).toBeVisible();
    const urgent = page.getByRole('region', { name: 'Needs action' });
    await expect(urgent.getByRole('listitem')).toHaveCount(1);
    await reach(page, line(page, 'Backup').getByRole('button', { name: 'Copy the command' }));
    await expectAccessible(page);

    await db.query(`delete from backups where name = 'second'`);
    // Its line leaves 'Needs action'.
    await press(page, page.getByRole('button', { name: 'Check again', exact: true }));
    await expect(urgent).toHaveCount(0);
    await press(page, line(page, 'Slides').getByRole('link', { name: 'Hero slides' }));
    await expect(page).toHaveURL(/\/admin\/hero-slides$/);
  } finally {
    await db.query(`delete from backups where name in ('first', 'second')`);
  }
});
