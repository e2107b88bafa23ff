import { PgBoss } from 'pg-boss';
import { ADVISORY_LOCKS } from '#db/advisory-locks.ts';
import { withConnection } from '#db/connection.ts';
import { ORDER_MAILS } from './order-emails.ts';
import { DEAD_LETTERS, DEAD_RETENTION_SECONDS, type JobName, QUEUES } from './queues.ts';
import { UNDELIVERED_MAIL } from './undelivered-mail.ts';

/**
 * Jobs contain emails and emails contain codes: only aso_auth, the worker's role, can read them. Jobs are added by
 * functions that run as the owner: any job by enqueue_job(), for sign-in; the emails of an order by
 * enqueue_order_mails() and enqueue_order_reminder(), for requests. aso_web cannot access the tables.
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

-- The owner's alone. NULL when there is a job of this id already.
CREATE OR REPLACE FUNCTION insert_job(queue_name text, payload jsonb, job_id uuid) RETURNS uuid
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM pgboss.queue q WHERE q.name = queue_name AND q.name NOT LIKE '\\_\\_%') THEN
    RAISE EXCEPTION 'there is no queue %', queue_name;
  END IF;
  INSERT INTO pgboss.job (id, name, data, expire_seconds, deletion_seconds, keep_until, retry_limit, retry_delay,
                          retry_backoff, retry_delay_max, policy, dead_letter, heartbeat_seconds)
  SELECT job_id, q.name, payload, q.expire_seconds, q.deletion_seconds, now() + q.retention_seconds * interval '1s',
         q.retry_limit, q.retry_delay, coalesce(q.retry_backoff, false), q.retry_delay_max, q.policy,
         q.dead_letter, q.heartbeat_seconds
  FROM pgboss.queue q WHERE q.name = queue_name
  ON CONFLICT DO NOTHING RETURNING id INTO job_id;
  RETURN job_id;
END $$;

-- aso_web keeps the right for processes of the release before, which sign in as the owner.
CREATE OR REPLACE FUNCTION enqueue_job(queue_name text, payload jsonb) RETURNS uuid
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  IF session_user = 'aso_web' THEN
    RAISE EXCEPTION 'a request writes no mail of its own' USING ERRCODE = 'insufficient_privilege';
  END IF;
  RETURN insert_job(queue_name, payload, gen_random_uuid());
END $$;

-- The two mails of an order that the caller makes in this transaction, once. What is in them is written by the worker,
-- from the order; \`to\` and \`about\` are for the list of what was not delivered.
CREATE OR REPLACE FUNCTION enqueue_order_mails(order_id uuid) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  made orders;
  reader text;
BEGIN
  SELECT * INTO made FROM orders o WHERE o.id = order_id AND o.user_id = caller() AND o.created_at = now();
  IF NOT FOUND THEN
    RAISE EXCEPTION 'the mails of an order are sent with it' USING ERRCODE = 'insufficient_privilege';
  END IF;
  FOREACH reader IN ARRAY ARRAY['shop', 'customer'] LOOP
    PERFORM insert_job('mail', jsonb_build_object('order', made.id, 'user', made.user_id, 'reader', reader,
      'to', CASE reader WHEN 'customer' THEN made.customer_email ELSE 'the shop' END,
      'about', 'Order #' || made.order_number), md5(reader || made.id)::uuid);
  END LOOP;
END $$;

-- The mail of a reminder that the caller, of the staff, recorded in this transaction, once: the job has the id of the event.
CREATE OR REPLACE FUNCTION enqueue_order_reminder(event_id uuid) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  reminded orders;
BEGIN
  SELECT o.* INTO reminded FROM order_events e JOIN orders o ON o.id = e.order_id
  WHERE e.id = event_id AND e.kind = 'reminder' AND e.detail ->> 'channel' = 'email' AND e.created_at >= now()
    AND e.actor_id = caller() AND is_admin_or_super_admin(caller()) AND o.user_id IS NOT NULL;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'a reminder is sent with its event' USING ERRCODE = 'insufficient_privilege';
  END IF;
  PERFORM insert_job('mail', jsonb_build_object('order', reminded.id, 'user', reminded.user_id, 'reader', 'customer',
    'reminder', event_id, 'to', reminded.customer_email, 'about', 'Reminder of order #' || reminded.order_number), event_id);
END $$;
REVOKE ALL ON FUNCTION insert_job(text, jsonb, uuid), enqueue_job(text, jsonb), enqueue_order_mails(uuid),
  enqueue_order_reminder(uuid) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION enqueue_job(text, jsonb) TO aso_web, aso_auth;
GRANT EXECUTE ON FUNCTION enqueue_order_mails(uuid), enqueue_order_reminder(uuid) TO aso_web;
`;

/** Puts unsent emails of a restored backup into the queue once. */
const REQUEUE_RESTORED = `
WITH taken AS (
  DELETE FROM restored_jobs r USING pgboss.queue q WHERE q.name = r.name RETURNING r.name, r.data
)
SELECT enqueue_job(name, data) FROM taken`;

/**
 * Creates or updates the queue's schema, its queues and their permissions, as the owner. Idempotent and safe to run
 * concurrently.
 */
export const installJobs = (ownerUrl: string): Promise<void> =>
  withConnection(ownerUrl, 'jobs', async (client) => {
    await client.query('SELECT pg_advisory_lock($1)', [ADVISORY_LOCKS.jobs]);
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
    await client.query(ORDER_MAILS);
    await client.query(REQUEUE_RESTORED);
  });

async function makeQueues(boss: PgBoss): Promise<void> {
  const settings = (name: JobName) => {
    const { retryLimit, retryDelay, retentionSeconds, expireSeconds } = QUEUES[name];
    const backoff = retryDelay > 0 ? { retryBackoff: true, retryDelay, retryDelayMax: 3600 } : {};
    return {
      retryLimit,
      ...backoff,
      expireInSeconds: expireSeconds,
      deleteAfterSeconds: retentionSeconds,
      deadLetter: DEAD_LETTERS,
    };
  };
  const known = new Set((await boss.getQueues()).map((queue) => queue.name));
  const dead = { retryLimit: 0, deleteAfterSeconds: DEAD_RETENTION_SECONDS };
  if (known.has(DEAD_LETTERS)) await boss.updateQueue(DEAD_LETTERS, dead);
  else await boss.createQueue(DEAD_LETTERS, dead);
  for (const name of Object.keys(QUEUES) as JobName[]) {
    if (known.has(name)) await boss.updateQueue(name, settings(name));
    else await boss.createQueue(name, settings(name));
  }
}
