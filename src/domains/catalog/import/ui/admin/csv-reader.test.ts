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

const SENT = { idempotencyKey: 'once', file: 'a.csv', key: 'name', status: 'draft' } as const;

/** The input that was encoded. */
const decoded = async <Input>(input: Input): Promise<Input> => JSON.parse(await (input as Blob).text()).json;

test('concurrent requests get their own answers', async () => {
  const reader = openCsv(new File([`${COLUMNS}\nGele,Sego,1500,Caps,1\nFila,Wool,none,Caps,0\n`], 'a.csv'));
  const file = await reader.read(() => {});
  if (!('templateMapping' in file) || !file.templateMapping)
    throw new Error('The file has the columns of the template');
  void reader.ask('check', file.templateMapping, 'NGN', 'one');
  const [compared, plan, sent, bad] = await Promise.all([
    reader.ask('previewInput', 'name'),
    reader.ask('plan', { mode: 'create', key: 'name', includesExisting: false }),
    reader.ask('importInput', SENT),
    reader.ask('badRows'),
  ]);
  expect((await decoded(compared)).rows.map(({ name }) => name)).toEqual(['Gele', 'Fila']);
  expect(plan.counts).toMatchObject({ new: 1, wrong: 1 });
  expect(sent.rowNumbers).toEqual([2]);
  expect(bad).toContain('Fila');
});

test('IMP-04 a wrong cell is corrected, and the page of wrong rows keeps it until it is left', async () => {
  const reader = openCsv(new File([`${COLUMNS}\nGele,Sego,none,Caps,\nFila,Wool,5,Caps,\n`], 'a.csv'));
  const file = await reader.read(() => {});
  if (!('templateMapping' in file)) throw new Error('The file is unusable');
  await reader.ask('check', file.templateMapping!, 'NGN', 'one');
  const choice = { mode: 'create', key: 'name', includesExisting: false } as const;
  expect((await reader.ask('plan', choice)).counts).toMatchObject({ new: 1, wrong: 1 });
  await reader.ask('correct', 0, 'price', '₦1,500');
  expect((await reader.ask('plan', choice)).counts).toMatchObject({ new: 2, wrong: 0 });
  const wrong = { kind: 'wrong', number: 1 } as const;
  expect((await reader.ask('page', { ...wrong, kept: [0] })).rows).toMatchObject([
    { row: 2, kind: 'new', cells: { price: { kind: 'new', text: '₦1,500.00' } } },
  ]);
  expect((await reader.ask('page', { ...wrong, kept: [] })).rows).toEqual([]);
  const { input } = await reader.ask('importInput', SENT);
  expect((await decoded(input)).rows.map(({ price }) => price)).toEqual([1500, 5]);
});

test('a failed request does not prevent the next one', async () => {
  const deletedFile = Object.assign(new File([], 'deleted.csv'), {
    arrayBuffer: () => Promise.reject(new Error('deleted')),
  });
  const reader = openCsv(deletedFile);
  const [read, rows] = await Promise.allSettled([reader.read(() => {}), reader.ask('importInput', SENT)]);
  expect([read.status, rows.status]).toEqual(['rejected', 'fulfilled']);
});
