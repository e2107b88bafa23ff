import pg from 'pg';
import { PgBoss } from 'pg-boss';
import { DEAD_LETTERS, type JobName, KEEP_DEAD_SECONDS, QUEUES } from './queues.ts';
import { UNDELIVERED_MAIL } from './undelivered-mail.ts';

/** Any number, the same in every process: two that start together install one after the other. */
const LOCK = 4_276_003;

/**
 * Jobs carry mails and mails carry codes: only aso_auth, the worker's role, sees them. Requests put a job in
 * through enqueue_job(), which runs as the owner; aso_web cannot even name the tables.
 */
const ACCESS = `
DO $$
DECLARE
  item record;
BEGIN
  EXECUTE 'GRANT USAGE ON SCHEMA pgboss TO aso_auth';
  EXECUTE 'GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA pgboss TO aso_auth';
  EXECUTE 'GRANT USAGE ON ALL SEQUENCES IN SCHEMA pgboss TO aso_auth';
  EXECUTE 'REVOKE ALL ON ALL FUNCTIONS IN SCHEMA pgboss FROM PUBLIC';
  EXECUTE 'GRANT EXECUTE ON ALL FUNCTIONS IN SCHEMA pgboss TO aso_auth';
  FOR item IN
    SELECT c.relname, c.relrowsecurity FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
    WHERE n.nspname = 'pgboss' AND c.relkind IN ('r', 'p')
  LOOP
    -- Only once: the statement waits for every reader, such as a backup, and all orders would wait behind it.
    IF NOT item.relrowsecurity THEN
      EXECUTE format('ALTER TABLE pgboss.%I ENABLE ROW LEVEL SECURITY', item.relname);
    END IF;
    IF NOT EXISTS (SELECT FROM pg_policies WHERE schemaname = 'pgboss' AND tablename = item.relname AND policyname = 'worker_all') THEN
      EXECUTE format('CREATE POLICY worker_all ON pgboss.%I TO aso_auth USING (true) WITH CHECK (true)', item.relname);
    END IF;
  END LOOP;
END $$;

CREATE OR REPLACE FUNCTION enqueue_job(queue_name text, payload jsonb) RETURNS uuid
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  job_id uuid;
BEGIN
  INSERT INTO pgboss.job (name, data, expire_seconds, deletion_seconds, keep_until, retry_limit, retry_delay,
                          retry_backoff, retry_delay_max, policy, dead_letter, heartbeat_seconds)
  SELECT q.name, payload, q.expire_seconds, q.deletion_seconds, now() + q.retention_seconds * interval '1s',
         q.retry_limit, q.retry_delay, coalesce(q.retry_backoff, false), q.retry_delay_max, q.policy,
         q.dead_letter, q.heartbeat_seconds
  FROM pgboss.queue q WHERE q.name = queue_name AND q.name NOT LIKE '\\_\\_%'
  RETURNING id INTO job_id;
  IF job_id IS NULL THEN
    RAISE EXCEPTION 'there is no queue %', queue_name;
  END IF;
  RETURN job_id;
END $$;
REVOKE ALL ON FUNCTION enqueue_job(text, jsonb) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION enqueue_job(text, jsonb) TO aso_web, aso_auth;
`;

/** What a backup held of mails on their way, put into the queue once. */
const TAKE_UP_RESTORED = `
WITH taken AS (
  DELETE FROM restored_jobs r USING pgboss.queue q WHERE q.name = r.name RETURNING r.name, r.data
)
SELECT enqueue_job(name, data) FROM taken`;

/** Makes or updates the queue's schema, its queues and who may use them, as the owner. Safe to repeat and to run twice at once. */
export async function installJobs(ownerUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: ownerUrl, application_name: 'aso-house jobs' });
  await client.connect();
  try {
    await client.query('SELECT pg_advisory_lock($1)', [LOCK]);
    const boss = new PgBoss({
      db: { executeSql: (text, values) => client.query(text, values) },
      supervise: false,
      schedule: false,
    });
    const errors: Error[] = [];
    boss.on('error', (error) => errors.push(error));
    await boss.start();
    try {
      await makeQueues(boss);
    } finally {
      await boss.stop({ graceful: false });
    }
    if (errors[0]) throw errors[0];
    await client.query(ACCESS);
    await client.query(UNDELIVERED_MAIL);
    await client.query(TAKE_UP_RESTORED);
  } finally {
    await client.end();
  }
}

async function makeQueues(boss: PgBoss): Promise<void> {
  const settings = (name: JobName) => {
    const { retryLimit, retryDelay, keepSeconds, expireSeconds } = QUEUES[name];
    const backoff = retryDelay > 0 ? { retryBackoff: true, retryDelay, retryDelayMax: 3600 } : {};
    return {
      retryLimit,
      ...backoff,
      expireInSeconds: expireSeconds,
      deleteAfterSeconds: keepSeconds,
      deadLetter: DEAD_LETTERS,
    };
  };
  const known = new Set((await boss.getQueues()).map((queue) => queue.name));
  const dead = { retryLimit: 0, deleteAfterSeconds: KEEP_DEAD_SECONDS };
  if (known.has(DEAD_LETTERS)) await boss.updateQueue(DEAD_LETTERS, dead);
  else await boss.createQueue(DEAD_LETTERS, dead);
  for (const name of Object.keys(QUEUES) as JobName[]) {
    if (known.has(name)) await boss.updateQueue(name, settings(name));
    else await boss.createQueue(name, settings(name));
  }
}
