import { Hono } from 'hono';
import type { Database } from '#db/client.ts';
import { withTimeout } from '#platform/with-timeout.ts';

/** A database that does not respond within this time, ms, is unavailable. */
const TIMEOUT_MS = 2_000;

/**
 * /livez: the process responds. /servingz: it takes requests, so it is not shutting down; without a database it still
 * has cached pages. /readyz: its database responds too.
 */
export function health(deps: { database: Pick<Database, 'webPool'>; isDraining(): boolean }): Hono {
  const app = new Hono();
  /** One check at a time, so that health checks do not use up the connections. */
  let asking: Promise<boolean> | undefined;

  async function readState(): Promise<boolean> {
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
  app.get('/servingz', (c) => {
    const draining = deps.isDraining();
    return c.text(draining ? 'draining' : 'serving', draining ? 503 : 200, { 'cache-control': 'no-store' });
  });
  app.get('/readyz', async (c) => {
    const answers = () => {
      asking ??= readState();
      return withTimeout(TIMEOUT_MS, asking);
    };
    const ready = !deps.isDraining() && (await answers()) === true;
    return c.text(ready ? 'ready' : 'not ready', ready ? 200 : 503, { 'cache-control': 'no-store' });
  });
  return app;
}
