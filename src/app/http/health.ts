import { Hono } from 'hono';
import type { Database } from '#db/client.ts';

/** /livez: the process answers. /readyz: it can serve, that is, its database answers and it is not stopping. */
export function health(deps: { database: Pick<Database, 'webPool'>; isDraining(): boolean }): Hono {
  const app = new Hono();
  app.get('/livez', (c) => c.text('alive', 200, { 'cache-control': 'no-store' }));
  app.get('/readyz', async (c) => {
    const ready =
      !deps.isDraining() &&
      (await deps.database.webPool.query('select 1').then(
        () => true,
        () => false,
      ));
    return c.text(ready ? 'ready' : 'not ready', ready ? 200 : 503, { 'cache-control': 'no-store' });
  });
  return app;
}
