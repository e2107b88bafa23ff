import { Hono } from 'hono';
import { expect, test } from 'vitest';
import { createPreviewLinks } from '#platform/preview-links.ts';
import { type PreviewsDeps, previews } from './previews.ts';
import type { RequestVariables } from './request-variables.ts';

let now = new Date('2026-11-23T10:00:00Z');
const links = createPreviewLinks({ secret: 'x'.repeat(32), clock: { now: () => now } });
const app = new Hono<{ Variables: RequestVariables }>();
app.use((c, next) => {
  c.set('requestId', 'test');
  return next();
});
app.route(
  '/',
  previews({
    previewLinks: links,
    shopName: 'Ade & Sons',
    cache: { serve: async () => new Response('a page', { headers: { etag: '"x"' } }) },
  } as unknown as PreviewsDeps),
);

test('CAL-02 a link that has ended says so, with a way to the shop of today', async () => {
  const { path } = links.sign('2026-12-12');
  const open = (headers = {}) => app.request(`http://shop.test${path}/products`, { headers });
  now = new Date('2026-11-24T09:59:59Z');
  const page = await open();
  expect([page.status, await page.text(), page.headers.get('etag')]).toEqual([200, 'a page', null]);
  now = new Date('2026-11-24T10:00:00Z');
  const ended = await open({ accept: 'text/html' });
  expect(ended.status).toBe(410);
  expect(ended.headers.get('cache-control')).toBe('no-store');
  const text = await ended.text();
  expect(text).toContain('<h1>This preview has ended</h1>');
  expect(text).toContain('<a href="/">Go to the shop of today</a>');
  expect(text).not.toContain('Reference');
  expect(await (await open()).json()).toMatchObject({ code: 'PREVIEW_EXPIRED' });
});
