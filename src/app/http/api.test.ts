import { os } from '@orpc/server';
import { expect, test } from 'vitest';
import { createLog } from '#platform/log.ts';
import type { RequestContext } from '#platform/rpc/gate.ts';
import type { AppRouter } from '../rpc.ts';
import { api } from './api.ts';

test('a session that is renewed while it is asked how much she may send reaches her browser', async () => {
  let isOld = true;
  const upload = os.$context<RequestContext>().handler(async ({ context }) => {
    await context.findCaller();
    return 'stored';
  });
  const app = api({
    router: { catalog: { uploadImage: upload } } as unknown as AppRouter,
    publicUrl: 'https://shop.example',
    contextOf: (request, requestId, address) => {
      const responseHeaders = new Headers();
      return {
        requestId,
        address,
        headers: request.headers,
        responseHeaders,
        log: createLog('silent'),
        findCaller: async () => {
          if (isOld) responseHeaders.append('set-cookie', 'session=renewed');
          isOld = false;
          return { userId: '1', role: 'admin' };
        },
      };
    },
  });
  const answer = await app.request('/api/rpc/catalog/uploadImage', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ json: { file: 'x'.repeat(300_000) } }),
  });
  expect([answer.status, answer.headers.getSetCookie()]).toEqual([200, ['session=renewed']]);
});
