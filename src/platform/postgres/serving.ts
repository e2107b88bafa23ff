import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { ADVISORY_LOCKS } from '#db/advisory-locks.ts';

const prefix = 'aso-house serving ';

/** Either we serve from now on, until `release`; or another process does, at the address `servedAt`. */
export type Serving = { servedAt?: undefined; release(): Promise<void> } | { servedAt: string };

/**
 * Claims to be the one process that serves the shop of this database, and says at which `address` to whoever
 * comes second. The claim is a lock of the database on a connection of our own: it ends with us, however we end,
 * and is taken again when the database was restarted. Not for several servers on one DATABASE_URL.
 */
export async function claimServing(url: string, address: string): Promise<Serving> {
  const first = await claim(url, address);
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
      const again = await claim(url, address).catch(() => undefined);
      // Somebody else came first while the database was away: nothing to take back from them.
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

/** Our connection with the lock, or the address of the process that has it. */
async function claim(url: string, address: string): Promise<Client | string> {
  const client = new Client({ connectionString: url, application_name: prefix + address, keepAlive: true });
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
    // None: it has left between the two questions, so the lock is free.
    if (others[0]) {
      await client.end();
      return others[0].name.replace(prefix, '');
    }
  }
}
