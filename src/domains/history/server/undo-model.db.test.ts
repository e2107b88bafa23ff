import { isDeepStrictEqual } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type HistoryFixture, openHistory } from './test-history.ts';

// Random histories, of which one change set is undone: the database must equal a model that knows only the rows before
// and after that set, and at the end. UNDO_HISTORIES=1000 for a long run; UNDO_SEED repeats one.

const HISTORIES = Number(process.env.UNDO_HISTORIES ?? 40);
const SEED = Number(process.env.UNDO_SEED ?? Math.floor(Math.random() * 1e9));

/** Each table after those it refers to, with the columns that count. */
const COLUMNS = {
  promotions: ['name', 'code'],
  categories: ['name', 'parent_id', 'display_order', 'is_active'],
  products: ['name', 'price', 'category_id', 'promotion_id', 'featured'],
  product_images: ['product_id', 'is_primary', 'display_order'],
} as const;
type Table = keyof typeof COLUMNS;
const TABLES = Object.keys(COLUMNS) as Table[];
type Row = Record<string, unknown>;
type State = Record<Table, Map<string, Row>>;

interface Reference {
  table: Table;
  column: string;
  to: Table;
  /** What becomes of a row that returns when its target is gone. */
  optional: boolean;
}
const REFERENCES: Reference[] = [
  { table: 'categories', column: 'parent_id', to: 'categories', optional: false },
  { table: 'products', column: 'category_id', to: 'categories', optional: true },
  { table: 'products', column: 'promotion_id', to: 'promotions', optional: true },
  { table: 'product_images', column: 'product_id', to: 'products', optional: false },
];

let history: HistoryFixture;
beforeAll(async () => {
  history = await openHistory();
});
afterAll(() => history.close());

/** Mulberry32: the same numbers for the same seed. */
function randomOf(seed: number) {
  let at = seed;
  const next = () => {
    at = (at + 0x6d2b79f5) | 0;
    let t = Math.imul(at ^ (at >>> 15), 1 | at);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (n: number) => Math.floor(next() * n);
  return {
    below,
    chance: (of: number) => below(of) === 0,
    one: <T>(all: readonly T[]): T => all[below(all.length)]!,
  };
}
type Random = ReturnType<typeof randomOf>;

async function stateNow(): Promise<State> {
  const entries = [];
  for (const table of TABLES) {
    const rows = await history.rows<Row>(`select id, ${COLUMNS[table].join(', ')} from ${table}`);
    entries.push([table, new Map(rows.map(({ id, ...row }) => [id as string, row]))]);
  }
  return Object.fromEntries(entries);
}

/** Numbers what a history makes: names, and ids, which are the same for the same seed. */
let made = 0;
const idOf = (suffix = `''`) => `md5('${++made}' || ${suffix})::uuid`;
const CODES = ['EASTER', 'XMAS', 'EID'];

/** Statements that a service, an import or somebody at the server could send in this state. */
function statementsFor(random: Random, state: State): string[] {
  const ids = (table: Table) => [...state[table].keys()].sort();
  const pick = (table: Table) => {
    const all = ids(table);
    return all.length > 0 ? `'${random.one(all)}'` : 'null';
  };
  const some = (table: Table) => {
    const all = ids(table).filter(() => random.chance(2));
    return all.length > 0
      ? all.map((id) => `'${id}'`).join()
      : `'${'0'.repeat(8)}-0000-0000-0000-${'0'.repeat(12)}'`;
  };
  const fresh = () => `N${++made}`;
  const orNull = (value: string) => (random.chance(3) ? 'null' : value);
  const makers: (() => string[])[] = [
    () => [`update products set price = price + ${1 + random.below(3)} where id in (${some('products')})`],
    () => [`update products set name = '${fresh()}', featured = not featured where id = ${pick('products')}`],
    () => [
      `update products set promotion_id = ${orNull(pick('promotions'))} where id in (${some('products')})`,
    ],
    () => [
      `update products set category_id = ${orNull(pick('categories'))} where id in (${some('products')})`,
    ],
    () => [`delete from products where id = ${pick('products')}`],
    () => [
      `insert into products (id, name, description, price, category_id)
       select ${idOf('n')}, '${fresh()}-' || n, 'D', n, ${orNull(pick('categories'))} from generate_series(1, ${1 + random.below(4)}) n`,
    ],
    () => {
      const [id, label] = [idOf(), fresh()];
      return [
        `insert into categories (id, name, slug, parent_id) values (${id}, '${label}', '${label}', ${orNull(pick('categories'))})`,
        ...(random.chance(2)
          ? [`update products set category_id = ${id} where id in (${some('products')})`]
          : []),
        ...(random.chance(3)
          ? [`update categories set parent_id = ${id} where id = ${pick('categories')}`]
          : []),
      ];
    },
    () => [
      `update categories set parent_id = ${orNull(pick('categories'))} where id = ${pick('categories')}`,
    ],
    () => [
      `update categories set display_order = display_order + 1, is_active = not is_active where id in (${some('categories')})`,
    ],
    () => [`delete from categories where id = ${pick('categories')}`],
    () => [
      `insert into promotions (id, name, code, start_date, end_date, promotion_value)
       values (${idOf()}, '${fresh()}', '${random.one(CODES)}', '2026-01-01', '2026-01-02', 5)`,
    ],
    () => [
      `update promotions set code = '${random.one(CODES)}', name = '${fresh()}' where id = ${pick('promotions')}`,
    ],
    () => [`delete from promotions where id = ${pick('promotions')}`],
    () => {
      const product = pick('products');
      return [
        `update product_images set is_primary = false where product_id = ${product} and is_primary`,
        `insert into product_images (id, product_id, image_url, is_primary, display_order, width, height)
         select ${idOf()}, ${product}, '/u', true, ${random.below(3)}, 1, 1 where ${product}::uuid is not null`,
      ];
    },
    () => {
      const image = pick('product_images');
      return [
        `update product_images set is_primary = false where is_primary and product_id = (select product_id from product_images where id = ${image})`,
        `update product_images set is_primary = true where id = ${image}`,
      ];
    },
    () => [
      `with gone as (delete from product_images where id = ${pick('product_images')} returning product_id, is_primary)
       select from gone`,
      `update product_images set is_primary = true where id in (
         select distinct on (product_id) id from product_images i
         where not exists (select from product_images p where p.product_id = i.product_id and p.is_primary)
         order by product_id, display_order, id)`,
    ],
    () => [
      `update product_images set display_order = display_order + 1 where id in (${some('product_images')})`,
    ],
  ];
  return Array.from({ length: 1 + random.below(3) }, () => random.one(makers)()).flat();
}

/** One set of statements by a random author; false if the database refused it. */
async function runSet(random: Random, state: State): Promise<boolean> {
  const statements = statementsFor(random, state);
  const author = random.one(['admin', 'other', 'database'] as const);
  try {
    if (author === 'database') await history.owner.query(`begin; ${statements.join('; ')}; commit`);
    else await history.change(author, 'Changed', ...statements);
    return true;
  } catch (error) {
    await history.owner.query('rollback');
    if (
      /^(23|0A)/.test(
        String(
          (error as { code?: string; cause?: { code?: string } }).code ??
            (error as { cause?: { code?: string } }).cause?.code,
        ),
      )
    )
      return false;
    throw error;
  }
}

interface Step {
  table: Table;
  id: string;
  /** Undefined deletes the row; a row without `column` returns. */
  row?: Row;
  column?: string;
}

/** The state after undoing what led from `before` to `after`, where `now` is the state since. */
function modelOf(before: State, after: State, now: State): State {
  const state = Object.fromEntries(
    TABLES.map((table) => [table, new Map([...now[table]].map(([id, row]) => [id, { ...row }]))]),
  ) as State;
  let steps: Step[] = [];
  for (const table of TABLES) {
    for (const id of new Set([...before[table].keys(), ...after[table].keys()])) {
      const [b, a, n] = [before[table].get(id), after[table].get(id), now[table].get(id)];
      if (b && a && n) {
        for (const column of COLUMNS[table])
          if (b[column] !== a[column] && n[column] === a[column]) steps.push({ table, id, column, row: b });
      } else if (b && !a && !n) steps.push({ table, id, row: b });
      else if (!b && a && n && isDeepStrictEqual(a, n)) steps.push({ table, id });
    }
  }
  const rank = (step: Step) => (step.column ? 0 : step.row ? 1 : 2);
  const order = (step: Step) =>
    rank(step) === 2 ? 100 - TABLES.indexOf(step.table) : TABLES.indexOf(step.table) * 2 + rank(step);
  steps.sort((x, y) => order(x) - order(y));
  for (;;) {
    const refused = steps.filter((step) => !applied(state, step, false));
    if (refused.length < steps.length) {
      steps = refused;
      continue;
    }
    if (!steps.some((step) => applied(state, step, true))) break;
    steps = steps.filter((step) => !(step.row && !step.column && state[step.table].has(step.id)));
  }
  repairPrimary(before, after, now, state);
  return state;
}

/** Applies a step if no rule refuses it; `reduced`: without what is refused, where a row can return without it. */
function applied(state: State, { table, id, column, row }: Step, reduced: boolean): boolean {
  const rows = state[table];
  const refers = (reference: Reference, values: Row) => {
    const target = values[reference.column] as string | null;
    return target === null || target === id || state[reference.to].has(target);
  };
  if (!row) {
    const isUsed = REFERENCES.some(
      ({ table: child, column: key, to }) =>
        to === table && [...state[child].values()].some((one) => one[key] === id),
    );
    return !isUsed && rows.delete(id);
  }
  const values = column ? { ...rows.get(id)!, [column]: row[column] } : { ...row };
  for (const reference of REFERENCES.filter(
    (one) => one.table === table && (!column || one.column === column),
  )) {
    if (refers(reference, values)) continue;
    if (!reduced || column || !reference.optional) return false;
    values[reference.column] = null;
  }
  const others = [...rows].filter(([other]) => other !== id).map(([, one]) => one);
  if (table === 'promotions' && column !== 'name' && others.some((one) => one.code === values.code))
    return false;
  if (
    table === 'categories' &&
    column === 'parent_id' &&
    isBelow(state, values.parent_id as string | null, id)
  )
    return false;
  const isSecondPrimary =
    values.is_primary && others.some((one) => one.is_primary && one.product_id === values.product_id);
  if (table === 'product_images' && isSecondPrimary) {
    if (!reduced || column) return false;
    values.is_primary = false;
  }
  rows.set(id, values);
  return true;
}

function isBelow(state: State, from: string | null, id: string): boolean {
  for (let at = from; at !== null; at = (state.categories.get(at)?.parent_id ?? null) as string | null)
    if (at === id) return true;
  return false;
}

function repairPrimary(before: State, after: State, now: State, state: State): void {
  const images = 'product_images';
  const touched = [...new Set([...before[images].keys(), ...after[images].keys()])]
    .filter((id) => !isDeepStrictEqual(before[images].get(id), after[images].get(id)))
    .map((id) => (before[images].get(id) ?? after[images].get(id))!.product_id);
  for (const product of new Set(touched)) {
    const own = [...state[images]].filter(([, row]) => row.product_id === product);
    own.sort(([x, a], [y, b]) => Number(a.display_order) - Number(b.display_order) || (x < y ? -1 : 1));
    if (own.length === 0 || own.some(([, row]) => row.is_primary)) continue;
    const [, primary] = own.find(([id]) => now[images].get(id)?.is_primary) ?? own[0]!;
    primary.is_primary = true;
  }
}

const readable = (state: State) =>
  TABLES.flatMap((table) =>
    [...state[table]].map(([id, row]) => `${table} ${id} ${JSON.stringify(row)}`),
  ).sort();

test(
  `HIST-08 HIST-09 HIST-10 one set of ${HISTORIES} random histories is undone as the model says, and redone`,
  async () => {
    const totals = { rows: 0, left: 0 };
    for (let n = 0; n < HISTORIES; n++) {
      const seed = SEED + n;
      const random = randomOf(seed);
      made = 0;
      await history.owner.query(
        'truncate promotions, categories, products, product_images cascade; truncate change_sets, changes',
      );
      await history.owner.query(`begin;
      insert into promotions (id, name, code, start_date, end_date, promotion_value) values (${idOf()}, 'First', 'EASTER', '2026-01-01', '2026-01-02', 5);
      insert into categories (id, name, slug) select ${idOf('n')}, 'C' || n, 'c' || n from generate_series(1, 3) n;
      insert into products (id, name, description, price, category_id) select ${idOf('n')}, 'P' || n, 'D', n, (select id from categories where slug = 'c1') from generate_series(1, 5) n;
      insert into product_images (id, product_id, image_url, is_primary, width, height) select ${idOf('id')}, id, '/u', true, 1, 1 from products where price > 2; commit`);
      const states = [await stateNow()];
      const sets: { id: string; at: number }[] = [];
      for (let size = 3 + random.below(6); states.length < size; ) {
        const known = sets.at(-1)?.id ?? (await history.newest());
        if (!(await runSet(random, states.at(-1)!))) continue;
        const id = await history.newest();
        if (id === known) continue;
        states.push(await stateNow());
        sets.push({ id, at: states.length - 1 });
      }
      const { id, at } = random.one(sets);
      const wanted = readable(modelOf(states[at - 1]!, states[at]!, states.at(-1)!));
      const undone = await history.as('admin').undoChangeSet({ id });
      const message = `UNDO_SEED=${seed} ${JSON.stringify(undone.findings)}`;
      expect(readable(await stateNow()), message).toEqual(wanted);
      totals.rows += undone.rows;
      totals.left += undone.left;
      if (undone.setId === null) continue;
      const redone = await history.as('admin').undoChangeSet({ id: undone.setId });
      expect(redone.left, message).toBe(0);
      expect(readable(await stateNow()), message).toEqual(readable(states.at(-1)!));
    }
    // They do not miss what undoing is about.
    expect(totals.rows).toBeGreaterThan(HISTORIES);
    expect(totals.left).toBeGreaterThan(HISTORIES / 10);
  },
  HISTORIES * 10_000,
);
