import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { openCsv } from './csv-reader.ts';

// Runs the worker's code in this thread. Messages are delivered in later turns of the event loop, as in a browser.
type Listener = (event: { data: unknown }) => void;
let deliver: Listener = () => {};
let page: FakeWorker;

class FakeWorker {
  onmessage: Listener = () => {};
  constructor() {
    page = this;
  }
  postMessage(data: unknown) {
    setTimeout(() => deliver({ data }));
  }
  terminate() {}
}

beforeAll(async () => {
  vi.stubGlobal('Worker', FakeWorker);
  vi.stubGlobal('postMessage', (data: unknown) => setTimeout(() => page.onmessage({ data })));
  vi.stubGlobal('addEventListener', (_: string, listener: Listener) => {
    deliver = listener;
  });
  await import('./csv-worker.ts');
});
afterAll(() => vi.unstubAllGlobals());

const COLUMNS = 'name,description,price,category,featured';

test('concurrent requests get their own answers', async () => {
  const reader = openCsv(new File([`${COLUMNS}\nGele,Sego,1500,Caps,1\nFila,Wool,none,Caps,0\n`], 'a.csv'));
  const file = await reader.read(() => {});
  if (!('templateMapping' in file) || !file.templateMapping)
    throw new Error('The file has the columns of the template');
  void reader.check(file.templateMapping, 'NGN');
  const [names, sent, bad] = await Promise.all([reader.names(), reader.rows(), reader.badRows()]);
  expect(names).toEqual(['Gele']);
  expect(sent.rowNumbers).toEqual([2]);
  expect(bad).toContain('Fila');
});

test('a failed request does not prevent the next one', async () => {
  const deletedFile = Object.assign(new File([], 'deleted.csv'), {
    arrayBuffer: () => Promise.reject(new Error('deleted')),
  });
  const reader = openCsv(deletedFile);
  const [read, names] = await Promise.allSettled([reader.read(() => {}), reader.names()]);
  expect([read.status, names.status]).toEqual(['rejected', 'fulfilled']);
});
