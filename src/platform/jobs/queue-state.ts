import type pg from 'pg';

/** State of a queue. */
export interface QueueState {
  name: string;
  /** Waiting jobs, including failed ones that will be retried. */
  waiting: number;
  active: number;
  /** Given up in the last 30 days (queues.ts). */
  failed: number;
  /** How long the oldest runnable job has waited, seconds; 0 if there is none. */
  oldestSeconds: number;
}

/** All queues of the shop. Needs the role of the worker or the owner. */
export async function queueStates(db: Pick<pg.Pool, 'query'>): Promise<QueueState[]> {
  const { rows } = await db.query<QueueState>(
    `select q.name,
       count(*) filter (where j.state < 'active')::int as waiting,
       count(*) filter (where j.state = 'active')::int as active,
       (select count(*)::int from pgboss.job d where d.name = 'dead_letters' and d.source_name = q.name) as failed,
       coalesce(extract(epoch from now() - min(j.start_after) filter (where j.state < 'active' and j.start_after < now())), 0)::int
         as "oldestSeconds"
     from pgboss.queue q left join pgboss.job j on j.name = q.name
     where q.name not like '\\_\\_%' and q.name <> 'dead_letters' group by q.name order by q.name`,
  );
  return rows;
}
