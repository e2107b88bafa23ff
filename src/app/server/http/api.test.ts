import { os } from '@orpc/server';
import { Hono } from 'hono';
import { expect, test } from 'vitest';
import { createLog } from '#platform/log.ts';
import type { RequestContext } from '#platform/rpc/gate.ts';
import type { AppRouter } from '../app-router.ts';
import { type ApiDeps, api } from './api.ts';
import type { RequestVariables } from './request-variables.ts';

const contextOf = (findCaller: RequestContext['findCaller'], responseHeaders = new Headers()) =>
  ((request, requestId, ipAddress) => ({
    requestId,
    ipAddress,
    headers: request.headers,
    responseHeaders,
    log: createLog('silent'),
    findCaller,
  })) satisfies ApiDeps['contextOf'];

const largeUpload = {
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({ json: { file: 'x'.repeat(300_000) } }),
};

const uploading = (handler: (context: RequestContext) => Promise<string>) =>
  ({
    catalog: {
      uploadImage: os.$context<RequestContext>().handler(({ context }) => handler(context)),
    },
  }) as unknown as AppRouter;

test('the cookie of a session that is renewed while its body limit is checked reaches the browser', async () => {
  let isOld = true;
  const responseHeaders = new Headers();
  const app = api({
    router: uploading(async ({ findCaller }) => {
      await findCaller();
      return 'stored';
    }),
    shop: { name: 'A shop', publicUrl: 'https://shop.example', currency: 'EUR' },
    contextOf: contextOf(async () => {
      if (isOld) responseHeaders.append('set-cookie', 'session=renewed');
      isOld = false;
      return { userId: '1', role: 'admin' };
    }, responseHeaders),
  });
  const answer = await app.request('/api/rpc/catalog/uploadImage', largeUpload);
  expect([answer.status, answer.headers.getSetCookie()]).toEqual([200, ['session=renewed']]);
});

test('of many large bodies six are in memory at once, sixty wait, and the others get BUSY', async () => {
  let now = 0;
  let most = 0;
  const { promise: mayEnd, resolve: end } = Promise.withResolvers<void>();
  const app = api({
    router: uploading(async () => {
      most = Math.max(most, ++now);
      await mayEnd;
      now--;
      return 'stored';
    }),
    shop: { name: 'A shop', publicUrl: 'https://shop.example', currency: 'EUR' },
    contextOf: contextOf(async () => ({ userId: '1', role: 'admin' })),
  });
  let id = 0;
  const outer = new Hono<{ Variables: RequestVariables }>()
    .use(async (c, next) => {
      c.set('requestId', String(id++));
      await next();
    })
    .route('/', app as unknown as Hono);
  const answers = Array.from({ length: 70 }, async () =>
    outer.request('/api/rpc/catalog/uploadImage', largeUpload),
  );
  const refused = await Promise.race(answers);
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '5']);
  end();
  const statuses = (await Promise.all(answers)).map(({ status }) => status);
  expect([most, statuses.filter((status) => status === 503).length]).toEqual([6, 4]);
});
