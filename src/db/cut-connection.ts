import type pg from 'pg';

/** Ends a connection at once: `end()` would wait for an answer that may not come. What runs on it fails with `reason`. */
export function cutConnection(client: pg.ClientBase, reason?: Error): void {
  const { stream } = (client as unknown as { connection: { stream: { destroy(reason?: Error): void } } })
    .connection;
  stream.destroy(reason);
}
