import { ORPCError, os } from '@orpc/server';
import { expect, test } from 'vitest';
import { pageApi, type Rendering, withRendering } from './page-api.server.ts';

/** A rendering whose promotions give this answer. */
const renderingWith = (listActive: () => unknown): Rendering => ({
  router: { promotions: { listActive: os.handler(listActive) } } as unknown as Rendering['router'],
  context: {} as Rendering['context'],
  search: new URLSearchParams(),
  tags: new Set(),
  scriptMark: 'mark',
  dataSaver: false,
  uncacheable: false,
});
const read = () => pageApi().promotions.listActive();

test('a read adds its tags to the page', async () => {
  const rendering = renderingWith(() => ({ today: '2026-01-01', promotions: [] }));
  await withRendering(rendering, read);
  expect(rendering).toMatchObject({ tags: new Set(['promotions']), uncacheable: false });
});

test('a page with a part that could not be read is uncacheable, even if it is rendered without it', async () => {
  const rendering = renderingWith(() => {
    throw new ORPCError('BUSY');
  });
  await withRendering(rendering, () => read().catch(() => null));
  expect(rendering.uncacheable).toBe(true);
});

test.each([
  [new ORPCError('BUSY', { status: 503 }), 503],
  [new ORPCError('NOT_FOUND', { status: 404 }), undefined],
])('a failure of the shop is distinguished from missing data: %s', async (error, failedWith) => {
  const rendering = renderingWith(() => {
    throw error;
  });
  await withRendering(rendering, () => read().catch(() => null));
  expect(rendering.failedWith).toBe(failedWith);
});
