import { createStartHandler, defaultRenderHandler } from '@tanstack/react-start/server';
import { Hono } from 'hono';
import { withRendering } from './page-api.server.ts';
import { createAppRouter } from './rpc.ts';
import { readConfig } from '#platform/config.ts';
import { createLog } from '#platform/log.ts';
import { shopInfoOf } from './shop.ts';

const render = createStartHandler(defaultRenderHandler);

const config = readConfig(process.env);
const router = createAppRouter({ shop: shopInfoOf(config) });
const log = createLog('info');
const app = new Hono();
app.get('*', (c) =>
  withRendering(
    {
      router,
      tags: new Set(),
      context: {
        requestId: 'x', address: '', headers: new Headers(), responseHeaders: new Headers(), log,
        findCaller: async () => null,
      },
    },
    async () => await render(c.req.raw),
  ),
);

export default { fetch: app.fetch };
export const boot = () => app;
