import type { Database } from '#db/client.ts';
import type { HousekeepingTask } from './queues.ts';

/** Schedule of each task, as cron. */
export const SCHEDULE: readonly { task: HousekeepingTask; cron: string }[] = [
  { task: 'fold_counters', cron: '* * * * *' },
  { task: 'count_likes', cron: '* * * * *' },
  { task: 'forget_limits', cron: '7 * * * *' },
  { task: 'forget_sessions', cron: '23 3 * * *' },
  { task: 'keep_history', cron: '41 3 * * *' },
];

/** Runs one task with its role. */
export async function housekeep(
  { webPool, authPool }: Pick<Database, 'webPool' | 'authPool'>,
  task: Exclude<HousekeepingTask, 'keep_history'>,
): Promise<void> {
  switch (task) {
    case 'fold_counters':
      await webPool.query('select fold_counters()');
      return;
    case 'count_likes':
      await webPool.query('select count_likes()');
      return;
    case 'forget_limits':
      await webPool.query('select forget_limits()');
      return;
    case 'forget_sessions':
      // Expired sessions have no event streams, so no notification is needed. (Both statements run in one
      // transaction, as one query.)
      await authPool.query(
        `select set_config('app.quiet', 'on', true); delete from sessions where expires_at < now()`,
      );
      await authPool.query('delete from verifications where expires_at < now()');
      // The audit log is retained for half a year.
      await authPool.query(`delete from account_events where created_at < now() - interval '180 days'`);
      await authPool.query('delete from spent_captchas where expires_at < now()');
      return;
  }
}
