import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { type JobResult, type JobWithMetadata, PgBoss } from 'pg-boss';
import { isBusy } from '#db/busy.ts';
import type { Database, Queryable } from '#db/client.ts';
import type { Log } from '#platform/log.ts';
import type { MailMessage, OrderMail } from '#platform/mail/message.ts';
import type { TextMessage } from '#platform/sms/text-message.ts';
import { inTrace, type Tracing } from '#platform/tracing/tracing.ts';
import { EACH_MINUTE, housekeep, SCHEDULE } from './housekeeping.ts';
import { PermanentFailure } from './permanent-failure.ts';
import { DEAD_LETTERS, type JobName, type JobPayloads, type PushJob } from './queues.ts';
import { workInSlots } from './work-in-slots.ts';

/** Concurrent jobs of each queue. */
const CONCURRENCY = 4;
/** Webhooks that are sent to at the same time: as many as there can be, so that a slow receiver delays no other. */
const WEBHOOK_SLOTS = 20;
/** Shutdown timeout of the worker; the whole process has 15 s, of which responses may take 8. */
const STOP_MS = 4_000;
/** Retry interval while the database is unavailable at the start. */
const RETRY_MS = 1_000;

export interface JobsDeps {
  database: Pick<Database, 'authPool' | 'webPool'>;
  log: Log;
  /** Each job is a separate trace. */
  tracing?: Tracing;
  /** Each runs at least once per job. If it throws, the job is retried later; a PermanentFailure is not retried. */
  handlers: {
    mail(message: MailMessage): Promise<void>;
    text(message: TextMessage): Promise<void>;
    /** Writes an email about an order at the time it is sent; null if there is no recipient any more. */
    writeOrderMail?(mail: OrderMail): Promise<MailMessage | null>;
    /**
     * Sends a notification to one browser; the seconds until it has to be called again, or null. Without it,
     * notifications are dropped.
     */
    push?(job: PushJob): Promise<number | null>;
    /** Once a day; see keepHistory. */
    keepHistory?(): Promise<void>;
    /** Every minute, for the start of each day. */
    applyPlannedChanges?(): Promise<unknown>;
    /** Sends what is due for a webhook; the seconds until it has to be called again, or null. */
    sendToWebhook?(id: string, signal: AbortSignal): Promise<number | null>;
  };
  /** Runs once a day, in one of the processes; after a time at which none ran, at the next start. */
  backup?: DailyBackup;
}

export interface DailyBackup {
  at: { hour: number; minute: number };
  timeZone: string;
  run(): Promise<unknown>;
}

export interface Jobs {
  /** Waits for an unavailable database while the shop already serves requests. Throws on any other error. */
  start(): Promise<void>;
  /** Accepts no new jobs and waits a few seconds for running ones; the rest is retried later. */
  stop(): Promise<void>;
}

/**
 * Queues a job within the transaction that causes it: without a commit there is no job. Every role may add jobs; only
 * the worker reads them.
 */
export async function enqueue<N extends JobName>(
  db: Queryable,
  name: N,
  data: JobPayloads[N],
): Promise<void> {
  await db.execute(sql`select enqueue_job(${name}, ${JSON.stringify(data)}::jsonb)`);
}

/** The worker of this process. The queue must be installed (install.ts). */
export function createJobs({ database, log, tracing, handlers, backup }: JobsDeps): Jobs {
  const over = new AbortController();
  const boss = new PgBoss({
    // The worker uses aso_auth only; it owns nothing, so it changes no schema and rebuilds no index.
    db: { executeSql: (text, values) => database.authPool.query(text, values) },
    migrate: false,
    createSchema: false,
    reindex: false,
    monitorVacuum: false,
  });
  boss.on('error', (error) => log.error({ err: error }, 'job queue'));
  boss.on('warning', (warning) => log.warn({ warning: warning.message }, 'job queue'));

  /** The result of one job. Logs which failed and why; never its data, which may contain a code. */
  async function outcomeOf<T>(job: JobWithMetadata<T>, work: (data: T) => Promise<void>): Promise<JobResult> {
    const facts = { 'messaging.destination.name': job.name, 'aso.job.attempt': job.retryCount + 1 };
    try {
      await inTrace(tracing, `job ${job.name}`, { kind: 'consumer', facts }, () => work(job.data));
      return { id: job.id, status: 'completed' };
    } catch (error) {
      log.warn({ err: error, job: job.id, queue: job.name, attempt: job.retryCount + 1 }, 'job failed');
      return {
        id: job.id,
        status: error instanceof PermanentFailure ? 'deadletter' : 'failed',
        output: { message: String((error as Error)?.message ?? error) },
      };
    }
  }

  /** Records that an email of an order was sent. Never throws: the job would be retried, and the email sent again. */
  async function noteOrderMail({ order, reader }: OrderMail): Promise<void> {
    await database.authPool
      .query('select note_order_mail($1, $2)', [order, reader])
      .catch((error: unknown) =>
        log.warn({ err: error, order }, 'an email that was sent is not in its order'),
      );
  }

  const workOn = <N extends JobName>(
    name: N,
    pollingSeconds: number,
    work: (data: JobPayloads[N]) => Promise<void>,
    slots = CONCURRENCY,
  ) => workInSlots<JobPayloads[N]>(boss, name, { slots, pollingSeconds }, (job) => outcomeOf(job, work));

  async function scheduleBackup(): Promise<void> {
    if (!backup) {
      // An earlier start may have scheduled it.
      await boss.unschedule('backup');
      return;
    }
    await workOn('backup', 5, async () => void (await backup.run()));
    const { hour, minute } = backup.at;
    await boss.schedule('backup', `${minute} ${hour} * * *`, {}, { tz: backup.timeZone, missed: 'once' });
  }

  async function begin(): Promise<void> {
    await boss.start();
    await workOn('mail', 1, async (data) => {
      const message = 'order' in data ? await handlers.writeOrderMail?.(data) : data;
      if (!message) return;
      await handlers.mail(message);
      if ('order' in data && !data.reminder) await noteOrderMail(data);
    });
    await workOn('text', 1, handlers.text);
    await workOn('push', 1, async (job) => {
      const startAfter = (await handlers.push?.(job)) ?? null;
      if (startAfter !== null) await boss.send('push', job, { startAfter });
    });
    await workOn('housekeeping', 5, async ({ task }) => {
      if (task === 'keep_history') await handlers.keepHistory?.();
      else if (task === 'apply_planned_changes') await handlers.applyPlannedChanges?.();
      else await housekeep(database, task);
    });
    const { sendToWebhook } = handlers;
    if (sendToWebhook)
      await workOn(
        'webhook',
        1,
        async (data) => {
          const startAfter = await sendToWebhook(data.webhook, over.signal);
          if (startAfter === null) return;
          // One for each webhook and wait, however many jobs found it waiting.
          const once = startAfter > 0 && { singletonKey: data.webhook, singletonSeconds: startAfter };
          await boss.send('webhook', data, { startAfter, ...once });
        },
        WEBHOOK_SLOTS,
      );
    await boss.work(DEAD_LETTERS, { pollingIntervalSeconds: 5, includeMetadata: true }, async ([job]) => {
      if (job) log.error({ job: job.id, from: job.sourceName }, 'job given up');
    });
    for (const { task, cron } of SCHEDULE) {
      const missed = cron === EACH_MINUTE ? 'skip' : 'once';
      await boss.schedule('housekeeping', cron, { task }, { key: task, missed });
    }
    await scheduleBackup();
  }

  return {
    async start() {
      while (!over.signal.aborted) {
        try {
          return await begin();
        } catch (error) {
          if (!isBusy(error)) throw error;
          log.warn({ err: error }, 'job queue: the database is unavailable; its work begins when it is back');
          // Stop the parts that already started.
          await boss.stop({ graceful: false });
          await sleep(RETRY_MS, undefined, { signal: over.signal }).catch(() => {});
        }
      }
    },
    async stop() {
      over.abort();
      await boss.stop({ graceful: true, timeout: STOP_MS });
    },
  };
}
