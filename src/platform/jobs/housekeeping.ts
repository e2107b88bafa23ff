import type { Database } from '#db/client.ts';
import type { HousekeepingTask } from './queues.ts';

/** The tasks that are nothing but statements. */
type Statements = Exclude<HousekeepingTask, 'keep_history' | 'apply_planned_changes'>;
type Pools = Pick<Database, 'webPool' | 'authPool'>;

export const EACH_MINUTE = '* * * * *';

/** Each task: when it runs, as cron, its statements, and the pool whose role runs them one after the other. */
const TASKS: Readonly<
  Record<Statements, { cron: string; pool: keyof Pools; statements: readonly string[] }>
> = {
  fold_counters: {
    cron: EACH_MINUTE,
    pool: 'webPool',
    statements: ['select fold_counters()', 'select fold_search_words()'],
  },
  count_likes: { cron: EACH_MINUTE, pool: 'webPool', statements: ['select count_likes()'] },
  forget_limits: {
    cron: '7 * * * *',
    pool: 'webPool',
    statements: ['select forget_limits()', 'select forget_searches()', 'select forget_agent_sessions()'],
  },
  forget_sessions: {
    cron: '23 3 * * *',
    pool: 'authPool',
    statements: [
      // Expired sessions have no event streams, so no notification is needed. (One query is one transaction.)
      `select set_config('app.quiet', 'on', true); delete from sessions where expires_at < now()`,
      'delete from verifications where expires_at < now()',
      // The audit log is retained for half a year.
      `delete from account_events where created_at < now() - interval '180 days'`,
      'delete from spent_captchas where expires_at < now()',
      `delete from webhook_deliveries where created_at < now() - interval '30 days'`,
    ],
  },
  wake_webhooks: { cron: EACH_MINUTE, pool: 'authPool', statements: ['select wake_webhooks()'] },
};

/** Schedule of each task, as cron. */
export const SCHEDULE: readonly { task: HousekeepingTask; cron: string }[] = [
  ...Object.entries(TASKS).map(([task, { cron }]) => ({ task: task as Statements, cron })),
  { task: 'keep_history', cron: '41 3 * * *' },
  // Within a minute of midnight without a request, and as soon as the shop runs again.
  { task: 'apply_planned_changes', cron: EACH_MINUTE },
];

/** Runs one task with its role. */
export async function housekeep(pools: Pools, task: Statements): Promise<void> {
  const { pool, statements } = TASKS[task];
  for (const statement of statements) await pools[pool].query(statement);
}
