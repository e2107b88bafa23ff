import { Hono } from 'hono';
import { cspFor } from '#platform/csp/content-security-policy.ts';
import { failurePage } from '#platform/http/failure-page.ts';
import { answer, pageOf } from '#platform/response-cache/page.ts';
import { SERVICE_WORKER } from '#shared/service-worker-path.ts';

/**
 * Deletes what a browser keeps of the shop, and itself. Open tabs go on without it. The worker before it is replaced when it
 * has nothing left to answer; where that takes longer than 10 s, this one removes both without taking over.
 */
export const REMOVAL = `async function remove() {
  const names = await caches.keys();
  await Promise.all(names.filter((name) => name.startsWith('shop-')).map((name) => caches.delete(name)));
  await registration.unregister();
}
addEventListener('install', () => {
  skipWaiting();
  setTimeout(remove, 10_000);
});
addEventListener('activate', (event) => event.waitUntil(remove()));
`;

/**
 * The service worker's script, which a browser asks for at each visit, and the page that it shows for one that it does
 * not have. With `script` null, all browsers get the worker that removes itself.
 */
export function serviceWorker({ script, shopName }: { script: string | null; shopName: string }): Hono {
  const worker = pageOf({
    status: 200,
    headers: new Headers({
      'content-type': 'text/javascript; charset=utf-8',
      'cache-control': 'no-cache',
      // Of the worker itself: it asks the shop, loads no other script, and shows the shop's icon on notifications.
      'content-security-policy': "default-src 'none'; connect-src 'self'; img-src 'self'",
    }),
    body: script ?? REMOVAL,
    tags: [],
  });
  const offline = pageOf({
    status: 200,
    headers: new Headers({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-cache',
      'content-security-policy': cspFor([]),
      'x-robots-tag': 'noindex',
    }),
    body: failurePage({ shopName, code: 'OFFLINE' }),
    tags: [],
  });
  return new Hono()
    .get(SERVICE_WORKER, (c) => answer(worker, c.req.raw))
    .get('/offline', (c) => answer(offline, c.req.raw));
}
