import { ORPCError, os } from '@orpc/server';
import { expect, test } from 'vitest';
import { pageApi, type Rendering, withRendering } from './page-api.server.ts';

/** A rendering whose promotions are answered like this. */
const renderingWith = (listActive: () => unknown): Rendering => ({
  router: { promotions: { listActive: os.handler(listActive) } } as unknown as Rendering['router'],
  context: {} as Rendering['context'],
  search: new URLSearchParams(),
  tags: new Set(),
  scriptMark: 'mark',
  uncacheable: false,
});
const read = () => pageApi().promotions.listActive();

test('what a page reads is noted by its tags', async () => {
  const rendering = renderingWith(() => ({ today: '2026-01-01', promotions: [] }));
  await withRendering(rendering, read);
  expect(rendering).toMatchObject({ tags: new Set(['promotions']), uncacheable: false });
});

test('a page whose part could not be read is noted as such, though it does without it', async () => {
  const rendering = renderingWith(() => {
    throw new ORPCError('BUSY');
  });
  await withRendering(rendering, () => read().catch(() => null));
  expect(rendering.uncacheable).toBe(true);
});

test.each([
  [new ORPCError('BUSY', { status: 503 }), 503],
  [new ORPCError('NOT_FOUND', { status: 404 }), undefined],
])('what the shop itself failed at is told from what is not there: %s', async (error, failedWith) => {
  const rendering = renderingWith(() => {
    throw error;
  });
  await withRendering(rendering, () => read().catch(() => null));
  expect(rendering.failedWith).toBe(failedWith);
});
