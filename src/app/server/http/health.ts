import { Hono } from 'hono';
import type { Database } from '#db/client.ts';
import { within } from '#platform/with-timeout.ts';

/** A database that has not answered by then, ms, is away: whoever asks waits hardly longer. */
const PATIENCE_MS = 2_000;

/** /livez: the process answers. /readyz: it can serve, that is, its database answers and it is not stopping. */
export function health(deps: { database: Pick<Database, 'webPool'>; isDraining(): boolean }): Hono {
  const app = new Hono();
  /** One at a time: many who ask would take every connection from those who want something of it. */
  let asking: Promise<boolean> | undefined;

  async function ask(): Promise<boolean> {
    try {
      await deps.database.webPool.query('select 1');
      return true;
    } catch {
      return false;
    } finally {
      asking = undefined;
    }
  }

  app.get('/livez', (c) => c.text('alive', 200, { 'cache-control': 'no-store' }));
  app.get('/readyz', async (c) => {
    const answers = () => {
      asking ??= ask();
      return within(PATIENCE_MS, asking);
    };
    const ready = !deps.isDraining() && (await answers()) === true;
    return c.text(ready ? 'ready' : 'not ready', ready ? 200 : 503, { 'cache-control': 'no-store' });
  });
  return app;
}
