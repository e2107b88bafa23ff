import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { ADVISORY_LOCKS } from '#db/advisory-locks.ts';

const prefix = 'aso-house serving ';

/** Either this process serves from now on, until `release`, or another one does, at the URL `servedAt`. */
export type Serving = { servedAt?: undefined; release(): Promise<void> } | { servedAt: string };

/**
 * Claims to be the only process that serves the shop of this database; a second one gets `address`. The claim is a
 * database lock on a separate connection: it ends with the process, and is taken again after a restart of the
 * database. Not for several servers on one DATABASE_URL.
 */
export async function claimServing(url: string, servedAt: string): Promise<Serving> {
  const first = await claim(url, servedAt);
  if (typeof first === 'string') return { servedAt: first };
  let current: Client | undefined;
  let released = false;
  const watch = (client: Client) => {
    current = client;
    client.once('end', () => {
      current = undefined;
      if (!released) void claimAgain();
    });
  };
  const claimAgain = async () => {
    while (!released) {
      await sleep(300);
      const again = await claim(url, servedAt).catch(() => undefined);
      // Another process claimed it while the database was unavailable; leave it.
      if (typeof again === 'string') return;
      if (!again) continue;
      if (released) return again.end();
      return watch(again);
    }
  };
  watch(first);
  return {
    release: async () => {
      released = true;
      await current?.end().catch(() => {});
    },
  };
}

/** The connection with the lock, or the URL of the process that holds it. */
async function claim(url: string, servedAt: string): Promise<Client | string> {
  const client = new Client({ connectionString: url, application_name: prefix + servedAt, keepAlive: true });
  client.on('error', () => {});
  await client.connect();
  for (;;) {
    const { rows } = await client.query<{ mine: boolean }>('select pg_try_advisory_lock($1) as mine', [
      ADVISORY_LOCKS.serving,
    ]);
    if (rows[0]?.mine) return client;
    const { rows: others } = await client.query<{ name: string }>(
      `select a.application_name as name from pg_locks l join pg_stat_activity a using (pid)
        where l.locktype = 'advisory' and l.objid = $1 and l.granted
          and l.database = (select oid from pg_database where datname = current_database())`,
      [ADVISORY_LOCKS.serving],
    );
    // None: that process ended between the two queries, so the lock is free.
    if (others[0]) {
      await client.end();
      return others[0].name.replace(prefix, '');
    }
  }
}
