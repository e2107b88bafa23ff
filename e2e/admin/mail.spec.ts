import { randomUUID } from 'node:crypto';
import { newWord } from '../browsing.ts';
import { ACCOUNTS, expect, expectAccessible, open, signIn, test } from '../journey.ts';
import { expectToast, mailTo } from '../shopper.ts';

test('a super admin sees undelivered emails, never their codes, and resends one', {
  tag: '@desktop',
}, async ({ page, db }) => {
  const word = newWord();
  const emailJob = (to: string) => ({
    to: `${to}.${word}@example.com`,
    subject: `515151 is your code ${word}`,
    text: 'Type 515151',
  });
  const add = (columns: string, values: string, to: string) =>
    db.query(`insert into pgboss.job (id, data, ${columns}) values ($1, $2, ${values})`, [
      randomUUID(),
      JSON.stringify(emailJob(to)),
    ]);
  await add(
    'name, state, created_on, started_on, start_after, retry_count, retry_limit, output',
    `'mail', 'retry', now() - interval '2 hours', now() - interval '1 hour', now() + interval '1 hour', 11, 20, '{"message": "450 Mailbox busy"}'`,
    'waits',
  );
  await add(
    'name, state, created_on, source_name, source_created_on, source_retry_count, source_output',
    `'dead_letters', 'completed', now(), 'mail', now() - interval '12 hours', 20, '{"message": "connect ECONNREFUSED 10.0.0.1:25"}'`,
    'gone',
  );
  try {
    await signIn(page, ACCOUNTS.super);
    await open(page, '/admin/dashboard');
    await page.getByRole('link', { name: /mails? (is|are) undelivered/ }).click();
    const rowOf = (to: string) => page.locator('main tbody tr').filter({ hasText: `${to}.${word}@` });
    await expect(rowOf('waits')).toContainText('450 Mailbox busy');
    await expect(rowOf('waits')).toContainText('Next try');
    await expect(rowOf('gone')).toContainText('ECONNREFUSED');
    await expect(rowOf('gone')).toContainText(`······ is your code ${word}`);
    await expect(page.locator('main')).not.toContainText('515151');
    await expectAccessible(page);
    await rowOf('gone').getByRole('button', { name: 'Send again' }).click();
    await expectToast(page, 'On its way');
    await expect(rowOf('gone')).toHaveCount(0);
    expect(await mailTo(page, emailJob('gone').to, new RegExp(word))).toContain('Type 515151');
  } finally {
    await db.query(`delete from pgboss.job where data->>'subject' like $1`, [`%${word}`]);
  }
});
