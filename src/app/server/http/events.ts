import { Hono } from 'hono';
import type { Realtime } from '#platform/realtime/realtime.ts';
import type { Caller } from '#shared/caller.ts';
import { TOPICS } from '#shared/live/topics.ts';
import type { RequestVariables } from './request-variables.ts';

/**
 * GET /api/events?topics=catalog,orders: changes of the topics in `TOPICS` as server-sent events. Each client gets only what it
 * may see.
 */
export function events(deps: {
  realtime: Realtime;
  findCaller(request: Request): Promise<Caller>;
}): Hono<{ Variables: RequestVariables }> {
  const app = new Hono<{ Variables: RequestVariables }>();
  app.get('/api/events', async (c) => {
    // Hono also runs this handler for HEAD, which would leave an unread stream open.
    if (c.req.raw.method === 'HEAD') return c.body(null, 204);
    const requested = (c.req.query('topics') ?? '').split(',');
    const topics = TOPICS.filter((topic) => requested.includes(topic));
    const sessionReadAt = Date.now();
    const caller = await deps.findCaller(c.req.raw);
    return deps.realtime.stream(c.req.raw, { caller, sessionReadAt, ipAddress: c.get('address'), topics });
  });
  return app;
}
