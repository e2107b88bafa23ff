import { withConnection } from '#db/connection.ts';
import type { ArchivedDatabase } from './make-base.ts';

/** How often the server is asked whether it was restarted, ms. */
const AWAKE_MS = 5_000;

/** PostgreSQL's code for a missing right. */
const NOT_GRANTED = '42501';

/**
 * After a start, PostgreSQL's checkpointer may sleep for checkpoint_timeout before it heeds archive_timeout for the
 * first time: a reload of the settings wakes it. To be called again and again.
 */
export function checkpointerWaker({ replicationUrl }: ArchivedDatabase): () => Promise<void> {
  let startedAt: string | undefined;
  let nextLookAt = 0;
  return async () => {
    if (Date.now() < nextLookAt) return;
    nextLookAt = Date.now() + AWAKE_MS;
    await withConnection(replicationUrl, 'archive', async (client) => {
      const { rows } = await client.query<{ at: string }>('select pg_postmaster_start_time()::text as at');
      if (rows[0]!.at === startedAt) return;
      await client.query('select pg_reload_conf()');
      startedAt = rows[0]!.at;
    }).catch((error: { code?: string }) => {
      // A server that does not run writes no log either.
      if (error.code === NOT_GRANTED) throw error;
    });
  };
}
