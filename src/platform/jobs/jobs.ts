import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { type JobResult, type JobWithMetadata, PgBoss } from 'pg-boss';
import { isBusy } from '#db/busy.ts';
import type { Database, Queryable } from '#db/client.ts';
import type { Log } from '#platform/log.ts';
import type { MailMessage, OrderMail } from '#platform/mail/message.ts';
import type { TextMessage } from '#platform/sms/text-message.ts';
import { inTrace, type Tracing } from '#platform/tracing/tracing.ts';
import { housekeep, SCHEDULE } from './housekeeping.ts';
import { PermanentFailure } from './permanent-failure.ts';
import { DEAD_LETTERS, type JobName, type JobPayloads } from './queues.ts';

/** Jobs of a queue that run at the same time. */
const HANDFUL = 4;
/** The whole process has 15 s to end, of which open answers may take 8. */
const STOP_MS = 4_000;
/** A database that was away as the work began is asked again after so long. */
const AGAIN_MS = 1_000;

export interface JobsDeps {
  database: Pick<Database, 'authPool' | 'webPool'>;
  log: Log;
  /** Each job is a trace of its own. */
  tracing?: Tracing;
  /**
   * Each is run at least once for every job. When it throws, the job is tried again later; when it throws a
   * PermanentFailure, it is given up.
   */
  handlers: {
    mail(message: MailMessage): Promise<void>;
    text(message: TextMessage): Promise<void>;
    /** Writes a mail about an order at the time it is sent; null when there is nobody left to get it. */
    writeOrderMail?(mail: OrderMail): Promise<MailMessage | null>;
  };
  /** Done once a day, by one of the processes. */
  backup?: DailyBackup;
}

export interface DailyBackup {
  at: { hour: number; minute: number };
  timeZone: string;
  run(): Promise<unknown>;
}

export interface Jobs {
  /** Waits for a database that is away: the shop answers meanwhile. Throws for any other reason. */
  start(): Promise<void>;
  /** Takes no new jobs and waits for those that run, a few seconds at most; the rest is tried again later. */
  stop(): Promise<void>;
}

/**
 * Puts a job in the queue within the transaction that causes it: no commit, no job. Any role may; the worker
 * alone reads.
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
  const boss = new PgBoss({
    // Everything the worker does, it does as aso_auth; it owns nothing, so it changes no schema and rebuilds
    // no index.
    db: { executeSql: (text, values) => database.authPool.query(text, values) },
    migrate: false,
    createSchema: false,
    reindex: false,
    monitorVacuum: false,
  });
  boss.on('error', (error) => log.error({ err: error }, 'job queue'));
  boss.on('warning', (warning) => log.warn({ warning: warning.message }, 'job queue'));

  /** One job's outcome. Says which failed and why; never its data, which may hold a code. */
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

  /** Looks for jobs every so many seconds, and at once again while there are more than a handful. */
  async function workOn<N extends JobName>(
    name: N,
    pollingIntervalSeconds: number,
    work: (data: JobPayloads[N]) => Promise<void>,
  ) {
    const options = {
      batchSize: HANDFUL,
      burstWhenBatchFull: true,
      includeMetadata: true,
      perJobResults: true,
    } as const;
    await boss.work<JobPayloads[N]>(name, { ...options, pollingIntervalSeconds }, (batch) =>
      // The overload that knows metadata does not see through the type parameter.
      Promise.all((batch as JobWithMetadata<JobPayloads[N]>[]).map((job) => outcomeOf(job, work))),
    );
  }

  async function scheduleBackup(): Promise<void> {
    if (!backup) {
      // It may have been wanted at an earlier start.
      await boss.unschedule('backup');
      return;
    }
    await workOn('backup', 5, async () => void (await backup.run()));
    const { hour, minute } = backup.at;
    await boss.schedule('backup', `${minute} ${hour} * * *`, {}, { tz: backup.timeZone });
  }

  async function begin(): Promise<void> {
    await boss.start();
    await workOn('mail', 1, async (data) => {
      const message = 'order' in data ? await handlers.writeOrderMail?.(data) : data;
      if (message) await handlers.mail(message);
    });
    await workOn('text', 1, handlers.text);
    await workOn('housekeeping', 5, ({ task }) => housekeep(database, task));
    await boss.work(DEAD_LETTERS, { pollingIntervalSeconds: 5, includeMetadata: true }, async ([job]) => {
      if (job) log.error({ job: job.id, from: job.sourceName }, 'job given up');
    });
    for (const { task, cron } of SCHEDULE) await boss.schedule('housekeeping', cron, { task }, { key: task });
    await scheduleBackup();
  }

  const over = new AbortController();
  return {
    async start() {
      while (!over.signal.aborted) {
        try {
          return await begin();
        } catch (error) {
          if (!isBusy(error)) throw error;
          log.warn({ err: error }, 'job queue: the database is away, its work begins when it is back');
          // What had begun ends first.
          await boss.stop({ graceful: false });
          await sleep(AGAIN_MS, undefined, { signal: over.signal }).catch(() => {});
        }
      }
    },
    async stop() {
      over.abort();
      await boss.stop({ graceful: true, timeout: STOP_MS });
    },
  };
}
