import { drizzle } from 'drizzle-orm/node-postgres';

const ID = '00000000-0000-7000-8000-000000000001';

/** An object that has a value under every name. */
const anything = (value: unknown): object =>
  new Proxy(
    {},
    {
      get: (_, name) =>
        typeof name === 'symbol' || name === 'then' || name === 'toJSON' ? undefined : value,
    },
  );

/** A word of a search: to some functions a text, to others an object. */
const WORD = Object.assign(new String('ade'), {
  word: 'ade',
  categoryIds: [ID],
  role: 'find',
  contains: ['%ade%'],
  also: ['%a de%'],
  whole: 'ade',
  begin: 'ade',
  short: null,
  isScanned: false,
  nameLevel: null,
  descriptionLevel: null,
});

/** What the objects that functions take have in common. */
const FIELDS = {
  id: ID,
  ids: [ID],
  selected: { ids: [ID] },
  orderId: ID,
  userId: ID,
  promotionId: ID,
  categoryIds: [ID],
  name: 'x',
  column: 'name',
  value: 'x',
  title: 'x',
  kind: 'signed_in',
  status: 'pending',
  words: [WORD],
  filter: {},
  hashes: ['x'],
  salt: 'x',
  whatsappLink: 'x',
  today: '2026-01-01',
  sort: 'featured',
  offset: 0,
  limit: 10,
  most: 1_000,
  mostFound: 1_000,
  page: 1,
  pageSize: 12,
  size: 10,
  at: 0,
  openedAt: new Date(0),
  updatedAt: new Date(0),
};
// Not enumerable: as a column of the same name nothing may be written into it.
Object.defineProperty(FIELDS, 'search', {
  value: { words: [WORD], categoryIds: [ID], patterns: ['ade'], ids: { from: ID, to: ID } },
});

/** Values of every kind that the functions of repositories take. */
const KINDS: readonly (() => unknown)[] = [
  () => ID,
  () => [ID, ID],
  () => FIELDS,
  () => anything(ID),
  () => 10,
  () => new Date(0),
  () => [WORD],
  () => 'name',
];

/** A client that records statements instead of running them, and answers each with these rows. */
function recorder(rowsFor: (isArray: boolean) => unknown[]) {
  const statements: string[] = [];
  const client = {
    async query(query: string | { text: string; rowMode?: string }) {
      statements.push(typeof query === 'string' ? query : query.text);
      const rows = rowsFor(typeof query === 'object' && query.rowMode === 'array');
      return { rows, rowCount: rows.length };
    },
  };
  return { statements, db: drizzle(client as never, { casing: 'snake_case' }) };
}

const ANSWERS = [
  () => [],
  (isArray: boolean) => [isArray ? Array(60).fill(null) : anything(null)],
  (isArray: boolean) => [isArray ? Array(60).fill(ID) : anything(ID)],
];

function* combinations(length: number): Generator<unknown[]> {
  if (length === 0) return void (yield []);
  for (const kind of KINDS) for (const rest of combinations(length - 1)) yield [kind(), ...rest];
}

/**
 * What a function of a repository sends: its statements, the fullest first. Which arguments it wants is found by trying:
 * only the text matters, and PostgreSQL refuses what the wrong kind of value makes of it.
 */
export async function* statementsOf(run: (...args: unknown[]) => unknown): AsyncGenerator<string[]> {
  const found = new Map<string, { statements: string[]; isWhole: boolean }>();
  for (const args of combinations(Math.min(Math.max(run.length - 1, 0), 3))) {
    for (const rows of ANSWERS) {
      const { statements, db } = recorder(rows);
      let isWhole = true;
      try {
        await run(db, ...args);
      } catch {
        isWhole = false;
      }
      const key = statements.join('\n');
      if (statements.length > 0 && !found.get(key)?.isWhole) found.set(key, { statements, isWhole });
    }
  }
  const ranked = [...found.values()].sort(
    (a, b) =>
      Number(b.isWhole) - Number(a.isWhole) ||
      b.statements.length - a.statements.length ||
      b.statements.join().length - a.statements.join().length ||
      a.statements.join().localeCompare(b.statements.join(), 'en'),
  );
  for (const { statements } of ranked) yield statements;
}
