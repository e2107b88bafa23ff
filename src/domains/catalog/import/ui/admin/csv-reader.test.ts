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
  #timer: ReturnType<typeof setTimeout> | undefined;
  postMessage(data: unknown) {
    this.#timer = setTimeout(() => deliver({ data }));
  }
  terminate() {
    clearTimeout(this.#timer);
  }
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
    reader.ask('previewInput', 'name', [0, 1]),
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

const CHOICE = { mode: 'both', key: 'name', includesExisting: false } as const;

async function opened(rows: readonly string[]) {
  const reader = openCsv(new File([`${COLUMNS}\n`, rows.join('\n')], 'a.csv'));
  const file = await reader.read(() => {});
  if (!('templateMapping' in file)) throw new Error('The file is unusable');
  await reader.ask('check', file.templateMapping!, 'NGN', 'one');
  return reader;
}

test('IMP-07 10,000 rows with long descriptions, of which 10 changed, are compared in parts and imported', async () => {
  const text = 'Sewn in Lagos. '.repeat(134);
  const reader = await opened(Array.from({ length: 10_000 }, (_, n) => `P ${n},${text},5,C ${n % 20},`));
  const parts = await reader.ask('startComparison');
  expect(parts.flat()).toEqual(Array.from({ length: 10_000 }, (_, n) => n));
  for (const at of parts) {
    const input = await reader.ask('previewInput', 'name', at);
    expect((input as unknown as Blob).size).toBeLessThan(3 * 1024 * 1024);
    const { rows, categories } = await decoded(input);
    expect(rows).toHaveLength(at.length);
    expect(categories).toHaveLength(20);
    const matches = at.map((n, index) => ({
      at: index,
      id: `0190a1b2-0000-7000-8000-${String(n).padStart(12, '0')}`,
      version: 1,
      before: n % 1_000 === 0 ? { description: 'Before' } : {},
    }));
    const answer = { matches, several: [], known: [], taken: [], newCategories: ['C 1'] };
    await reader.ask('setCompared', answer, at);
  }
  expect(await reader.ask('plan', CHOICE)).toMatchObject({
    counts: { changed: 10, same: 9_990, cells: 10 },
    files: 1,
  });
  const { input, rowNumbers } = await reader.ask('importInput', SENT);
  expect((input as unknown as Blob).size).toBeLessThan(1024 * 1024);
  expect((await decoded(input)).changes).toHaveLength(10);
  expect(rowNumbers).toHaveLength(10_000);
});

test('IMP-07 new rows with more text than an import can save are counted in files before they are sent', async () => {
  const text = 'x'.repeat(9_000);
  const reader = await opened(Array.from({ length: 2_000 }, (_, n) => `P ${n},${text},5,C,`));
  expect(await reader.ask('plan', CHOICE)).toMatchObject({ counts: { new: 2_000 }, files: 3 });
  expect(await (await opened([`P,${text},5,C,`])).ask('plan', CHOICE)).toMatchObject({ files: 1 });
});

test('IMP-04 a text that is longer than any of a product is wrong without a comparison', async () => {
  const reader = await opened([`P,${'x'.repeat(30_000)},5,C,`]);
  const { rows } = await decoded(await reader.ask('previewInput', 'name', [0]));
  expect(rows).toEqual([{ name: 'P', price: 5, category: 'C' }]);
  const matches = [{ at: 0, id: '0190a1b2-0000-7000-8000-000000000001', version: 1, before: {} }];
  await reader.ask('setCompared', { matches, several: [], known: [], taken: [], newCategories: [] }, [0]);
  expect((await reader.ask('plan', CHOICE)).counts).toMatchObject({ wrong: 1 });
});

test('a failed request does not prevent the next one', async () => {
  const deletedFile = Object.assign(new File([], 'deleted.csv'), {
    arrayBuffer: () => Promise.reject(new Error('deleted')),
  });
  const reader = openCsv(deletedFile);
  const [read, rows] = await Promise.allSettled([reader.read(() => {}), reader.ask('importInput', SENT)]);
  expect([read.status, rows.status]).toEqual(['rejected', 'fulfilled']);
});

test('requests of a closed file reject, those that wait and later ones too', async () => {
  const reader = openCsv(new File([`${COLUMNS}\n`], 'a.csv'));
  const requests = [reader.read(() => {}), reader.ask('badRows')];
  await Promise.resolve();
  reader.close();
  const outcomes = await Promise.allSettled([...requests, reader.ask('badRows')]);
  expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
});
