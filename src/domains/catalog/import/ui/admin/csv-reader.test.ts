import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { openCsv } from './csv-reader.ts';

// The worker's own code, in this very thread: between the two lies what a browser puts there, turns of the loop.
type Listener = (event: { data: unknown }) => void;
let hear: Listener = () => {};
let page: InThisThread;

class InThisThread {
  onmessage: Listener = () => {};
  constructor() {
    page = this;
  }
  postMessage(data: unknown) {
    setTimeout(() => hear({ data }));
  }
  terminate() {}
}

beforeAll(async () => {
  vi.stubGlobal('Worker', InThisThread);
  vi.stubGlobal('postMessage', (data: unknown) => setTimeout(() => page.onmessage({ data })));
  vi.stubGlobal('addEventListener', (_: string, listener: Listener) => {
    hear = listener;
  });
  await import('./csv-worker.ts');
});
afterAll(() => vi.unstubAllGlobals());

const COLUMNS = 'name,description,price,category,featured';

test('questions asked at once get each its own answer', async () => {
  const reader = openCsv(new File([`${COLUMNS}\nGele,Sego,1500,Caps,1\nFila,Wool,none,Caps,0\n`], 'a.csv'));
  const file = await reader.read(() => {});
  if (!('templateMapping' in file) || !file.templateMapping) throw new Error('The columns are our own');
  void reader.check(file.templateMapping, 'NGN');
  const [names, sent, bad] = await Promise.all([reader.names(), reader.rows(), reader.badRows()]);
  expect(names).toEqual(['Gele']);
  expect(sent.rowNumbers).toEqual([2]);
  expect(bad).toContain('Fila');
});

test('a question that fails does not stop the next one', async () => {
  const gone = Object.assign(new File([], 'gone.csv'), {
    arrayBuffer: () => Promise.reject(new Error('gone')),
  });
  const reader = openCsv(gone);
  const [read, names] = await Promise.allSettled([reader.read(() => {}), reader.names()]);
  expect([read.status, names.status]).toEqual(['rejected', 'fulfilled']);
});
