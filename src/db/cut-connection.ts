import type pg from 'pg';

/**
 * Closes a connection at once: `end()` would wait for a response that may not come. Running statements fail with
 * `reason`.
 */
export function cutConnection(client: pg.ClientBase, reason?: Error): void {
  const { stream } = (client as unknown as { connection: { stream: { destroy(reason?: Error): void } } })
    .connection;
  stream.destroy(reason);
}
