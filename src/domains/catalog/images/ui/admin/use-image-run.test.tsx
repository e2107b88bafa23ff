import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { renderToString } from 'react-dom/server';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { noteChangeSets } from '#shared/change-sets.ts';
import type { ProductImage } from '../../image.contract.ts';
import { type RunTransfer, useImageRun } from './use-image-run.ts';

beforeEach(() => {
  const listeners = { addEventListener: () => {}, removeEventListener: () => {} };
  const browser = { ...listeners, navigator: { onLine: true }, window: listeners };
  for (const [name, value] of Object.entries(browser)) vi.stubGlobal(name, value);
});
afterEach(() => void vi.unstubAllGlobals());

type Run = ReturnType<typeof useImageRun<RunTransfer>>;

function Reader(props: {
  kind: string;
  send: (transfer: RunTransfer) => Promise<ProductImage>;
  onRead: (run: Run) => void;
}) {
  props.onRead(useImageRun(props.kind, props.send));
  return null;
}

/** A run whose images end as a test says. */
function openRun(kind: string) {
  const begun: string[] = [];
  const ends = new Map<string, (changeSet: string) => void>();
  const send = ({ id }: RunTransfer) => {
    begun.push(id);
    const { promise, resolve } = Promise.withResolvers<ProductImage>();
    ends.set(id, (changeSet) => {
      const image = { id } as ProductImage;
      noteChangeSets(image, [changeSet]);
      resolve(image);
    });
    return promise;
  };
  const read = () => {
    const onRead = vi.fn<(run: Run) => void>();
    renderToString(
      <QueryClientProvider client={new QueryClient()}>
        <Reader kind={kind} send={send} onRead={onRead} />
      </QueryClientProvider>,
    );
    return onRead.mock.lastCall![0];
  };
  const end = async (id: string, changeSet: string) => {
    ends.get(id)!(changeSet);
    await new Promise(setImmediate);
  };
  return { read, begun, end };
}
const images = (...ids: string[]) => ids.map((id) => ({ id, lane: id, label: id, product: 'Iro' }));

test('IMP-06 IMP-08 after the undo of an import its images stop, and those of other runs go on', async () => {
  const [ofImport, other] = [openRun('downloads'), openRun('photographs')];
  ofImport.read().start(images('a', 'b', 'c'), 'import');
  other.read().start(images('d', 'e', 'f'));
  await ofImport.end('a', 'late');
  await other.end('d', 'own');
  expect([ofImport.begun, ofImport.read().left]).toEqual([['a', 'b'], 0]);
  expect([other.begun, other.read().left]).toEqual([['d', 'e', 'f'], 2]);
  await other.end('e', 'own');
  await other.end('f', 'own');
});

test('IMP-06 IMP-08 images that could not join their import have an undo of their own', async () => {
  const { read, end } = openRun('late');
  read().start(images('a', 'b'), 'import');
  await end('a', 'import');
  expect(read()).toMatchObject({ added: 1, changeSets: [] });
  await end('b', 'own');
  expect(read()).toMatchObject({ added: 2, changeSets: ['own'] });
  read().start(images('c'));
  await end('c', 'run');
  expect(read().changeSets).toEqual(['run']);
});
