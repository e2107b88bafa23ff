import { Hono } from 'hono';
import type { Realtime } from '#platform/realtime/realtime.ts';
import type { Caller } from '#shared/caller.ts';
import { TOPICS } from '#shared/live/topics.ts';
import type { RequestVariables } from './request-variables.ts';

/** GET /api/events?topics=catalog,orders,people,messages: what changed, as server-sent events, each listener only her own. */
export function events(deps: {
  realtime: Realtime;
  findCaller(request: Request): Promise<Caller>;
}): Hono<{ Variables: RequestVariables }> {
  const app = new Hono<{ Variables: RequestVariables }>();
  app.get('/api/events', async (c) => {
    // Hono asks here for a HEAD as well, and would leave a stream behind that nobody reads.
    if (c.req.raw.method === 'HEAD') return c.body(null, 204);
    const asked = (c.req.query('topics') ?? '').split(',');
    const topics = TOPICS.filter((topic) => asked.includes(topic));
    const askedAt = Date.now();
    const caller = await deps.findCaller(c.req.raw);
    return deps.realtime.stream(c.req.raw, { caller, askedAt, address: c.get('address'), topics });
  });
  return app;
}
