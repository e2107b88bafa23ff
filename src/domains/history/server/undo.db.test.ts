import { afterAll, beforeAll, expect, test } from 'vitest';
import { waitingIn } from '#platform/postgres/test-database.ts';
import { eventually } from '#shared/test-eventually.ts';
import { type HistoryFixture, openHistory } from './test-history.ts';

let history: HistoryFixture;
beforeAll(async () => {
  history = await openHistory();
});
afterAll(() => history.close());

let number = 0;
/** The id of the nth row of a test. */
const idOf = (n: number) => `00000000-0000-7000-8000-${String(n).padStart(12, '0')}`;
const nextId = () => idOf(++number + 1_000);

async function addProduct(name: string, price = 1000): Promise<string> {
  const id = nextId();
  await history.owner.query(`insert into products (id, name, description, price) values ($1, $2, 'D', $3)`, [
    id,
    name,
    price,
  ]);
  return id;
}
const addImage = (product: string, { id = nextId(), primary = false, order = 0 } = {}) =>
  history.owner
    .query(
      `insert into product_images (id, product_id, image_url, is_primary, display_order, width, height)
       values ($1, $2, '/uploads/product-images/${id}.jpg', $3, $4, 10, 10)`,
      [id, product, primary, order],
    )
    .then(() => id);
const one = async (table: string, id: string) =>
  (await history.rows<Record<string, unknown>>(`select * from ${table} where id = $1`, [id]))[0];
const undo = async (actor: 'admin' | 'super_admin' = 'admin', id?: string) =>
  history.as(actor).undoChangeSet({ id: id ?? (await history.newest()) });

test('HIST-08 undoing writes back what still holds, and keeps and names what was changed since', async () => {
  const [a, b] = [await addProduct('Agbada'), await addProduct('Buba')];
  await history.change(
    'admin',
    'Changed {products}',
    `update products set price = price * 2, description = 'New' where id in ('${a}', '${b}')`,
  );
  const set = await history.newest();
  await history.change('other', 'Changed {products}', `update products set price = 1234 where id = '${b}'`);
  const preview = await history.as('admin').previewUndo({ id: set });
  expect(await one('products', a)).toMatchObject({ price: '2000.00', description: 'New' });
  const undone = await undo('admin', set);
  const { setId: _, ...outcome } = undone;
  expect(preview).toMatchObject({ ...outcome, set: { id: set, actorName: 'admin Obi' } });
  const written = preview.items.map(({ thing, operation, cells }) => ({ thing, operation, cells }));
  expect(written.sort((x, y) => String(x.thing).localeCompare(String(y.thing)))).toEqual([
    {
      thing: 'Agbada',
      operation: 'update',
      cells: [
        { column: 'description', before: 'New', after: 'D' },
        { column: 'price', before: '2000', after: '1000' },
      ],
    },
    { thing: 'Buba', operation: 'update', cells: [{ column: 'description', before: 'New', after: 'D' }] },
  ]);
  expect(undone).toMatchObject({
    rows: 2,
    left: 1,
    findings: [
      {
        kind: 'product',
        thing: 'Buba',
        column: 'price',
        reason: 'changed',
        actorName: 'other Obi',
        text: 'The price of “Buba” was changed by other Obi since, and stays.',
      },
    ],
  });
  expect(await one('products', a)).toMatchObject({ price: '1000.00', description: 'D' });
  expect(await one('products', b)).toMatchObject({ price: '1234.00', description: 'D' });
});

test('HIST-05 HIST-08 with more findings than the user has seen nothing is undone', async () => {
  const product = await addProduct('Fila');
  const set = `update products set price = 2000, featured = true where id = '${product}'`;
  await history.change('admin', 'Changed {products}', set);
  const id = await history.newest();
  await history.change(
    'other',
    'Changed {products}',
    `update products set price = 3 where id = '${product}'`,
  );
  const before = await history.rows('select count(*) from change_sets');
  const refused = await history.as('admin').undoChangeSet({ id, mayLeave: 0 });
  expect(refused).toMatchObject({ setId: null, left: 1, findings: [{ column: 'price', reason: 'changed' }] });
  expect(await one('products', product)).toMatchObject({ price: '3.00', featured: true });
  expect(await history.rows('select count(*) from change_sets')).toEqual(before);
  expect(await history.as('admin').undoChangeSet({ id, mayLeave: 1 })).toMatchObject({ rows: 1, left: 1 });
  expect(await one('products', product)).toMatchObject({ price: '3.00', featured: false });
  // A second time there is nothing left.
  expect(await history.as('admin').undoChangeSet({ id, mayLeave: 1 })).toMatchObject({
    setId: null,
    rows: 0,
  });
});

test('HIST-10 an undo is a change set that can be undone', async () => {
  const a = await addProduct('Iro');
  await history.change(
    'admin',
    'Changed {products}',
    `update products set name = 'Iro ati Buba' where id = '${a}'`,
  );
  const first = await undo();
  const { items } = await history.as('admin').listChangeSets({});
  expect(items.slice(0, 2)).toMatchObject([
    { id: first.setId, summary: 'Undid: Changed Iro ati Buba', undoOf: items[1]!.id, actorName: 'admin Obi' },
    { undoneBy: first.setId, summary: 'Changed Iro ati Buba' },
  ]);
  expect(await one('products', a)).toMatchObject({ name: 'Iro' });
  await undo();
  expect(await one('products', a)).toMatchObject({ name: 'Iro ati Buba' });
  // The first set is in force again.
  const marks = async () =>
    (await history.as('admin').listChangeSets({ thing: a })).items.map(
      ({ summary, undoneBy, isUndoPartial }) => [summary, undoneBy !== null, isUndoPartial],
    );
  expect(await marks()).toEqual([
    ['Redid: Changed Iro ati Buba', false, false],
    ['Undid: Changed Iro ati Buba', true, false],
    ['Changed Iro ati Buba', false, false],
    ['Added Iro', false, false],
  ]);
  await undo();
  expect((await marks()).map(([, isUndone]) => isUndone)).toEqual([false, true, false, true, false]);
  expect(await one('products', a)).toMatchObject({ name: 'Iro' });
  // Nothing is left to undo: no set is made.
  const sets = (await history.as('admin').listChangeSets({})).items;
  expect(
    await undo('admin', sets.find(({ summary }) => summary === 'Changed Iro ati Buba')!.id),
  ).toMatchObject({
    setId: null,
    rows: 0,
    left: 0,
  });
});

test('HIST-10 what an undo left can be undone later, and an undo of it in part leaves it in force in part', async () => {
  const a = await addProduct('Ipele');
  await history.change(
    'admin',
    'Changed {products}',
    `update products set price = 2000, featured = true where id = '${a}'`,
  );
  const set = await history.newest();
  await history.change('other', 'Changed {products}', `update products set price = 3 where id = '${a}'`);
  const conflict = await history.newest();
  const mark = async (id = set) => {
    const { undoneBy, isUndoPartial } = (await history.as('admin').getChangeSet({ id })).set;
    return { undoneBy, isUndoPartial };
  };
  const first = (await undo('admin', set)).setId!;
  expect(await mark()).toEqual({ undoneBy: first, isUndoPartial: true });
  await undo('admin', conflict);
  const second = (await undo('admin', set)).setId!;
  expect(await one('products', a)).toMatchObject({ price: '1000.00', featured: false });
  expect(await mark()).toEqual({ undoneBy: second, isUndoPartial: false });
  // The rest is in force again; the first undo still is.
  await undo('admin', second);
  expect(await mark()).toEqual({ undoneBy: first, isUndoPartial: true });
  // Of the second set the price is changed again before its undo is undone.
  await history.change('other', 'x', `update products set price = 2000, featured = true where id = '${a}'`);
  const both = await history.newest();
  await history.change('other', 'x', `update products set price = 9, featured = false where id = '${a}'`);
  const whole = await history.newest();
  const undone = (await undo('admin', whole)).setId!;
  await history.change('other', 'x', `update products set price = 7 where id = '${a}'`);
  expect(await undo('admin', undone)).toMatchObject({ rows: 1, left: 1 });
  expect(await mark(whole)).toEqual({ undoneBy: undone, isUndoPartial: true });
  expect(await mark(both)).toEqual({ undoneBy: null, isUndoPartial: false });
});

test('HIST-09 a deleted product returns with its id and images', async () => {
  const a = await addProduct('Fila');
  const [first, second] = [await addImage(a, { primary: true }), await addImage(a, { order: 1 })];
  const before = [
    await one('products', a),
    await one('product_images', first),
    await one('product_images', second),
  ];
  await history.change('admin', 'Deleted {products}', `delete from products where id = '${a}'`);
  expect(await one('product_images', first)).toBeUndefined();
  expect(await undo()).toMatchObject({ rows: 3, left: 0 });
  expect([
    await one('products', a),
    await one('product_images', first),
    await one('product_images', second),
  ]).toEqual([{ ...before[0], version: 2 }, before[1], before[2]]);
});

test('HIST-09 a deleted category tree returns with its products', async () => {
  const [parent, child] = [nextId(), nextId()];
  await history.owner.query(
    `insert into categories (id, name, slug, parent_id) values ($1, 'Men', 'men', null), ($2, 'Caps', 'caps', $1)`,
    [parent, child],
  );
  const a = await addProduct('Cap');
  await history.owner.query('update products set category_id = $1 where id = $2', [child, a]);
  // Links to their former names.
  await history.owner.query(`update categories set slug = slug || '-wear'`);
  await history.change('admin', 'Deleted {categories}', `delete from categories where id = '${parent}'`);
  const set = await history.newest();
  expect((await history.as('admin').listChangeSets({})).items[0]).toMatchObject({
    summary: 'Deleted 2 categories',
  });
  // One is taken by another category since.
  await history.owner.query(
    `insert into categories (id, name, slug) values (gen_random_uuid(), 'New', 'men')`,
  );
  await history.owner.query('select keep_change_partitions(400)');
  expect(await one('products', a)).toMatchObject({ category_id: null });
  expect(await undo('admin', set)).toMatchObject({ rows: 3, left: 0 });
  expect(await one('categories', child)).toMatchObject({ parent_id: parent, slug: 'caps-wear' });
  expect(await one('products', a)).toMatchObject({ category_id: child });
  const slugs = () => history.rows('select slug, category_id from category_slugs');
  expect(await slugs()).toEqual([{ slug: 'caps', category_id: child }]);
  // Those of a category that the history no longer has go with it.
  await history.change('admin', 'Deleted {categories}', `delete from categories where id = '${parent}'`);
  await history.owner.query('delete from changes where thing_id = $1', [child]);
  await history.owner.query('select keep_change_partitions(400)');
  expect(await slugs()).toEqual([]);
});

test('HIST-09 after 30 days what was deleted returns without images, whose files are gone, and the preview lists them', async () => {
  const [a, b, category, shown] = [
    await addProduct('Isiagu'),
    await addProduct('Danshiki'),
    nextId(),
    nextId(),
  ];
  const gone = await addImage(a, { primary: true });
  const shared = await addImage(a, { order: 1 });
  await history.owner.query(
    `insert into categories (id, name, slug, image_url, image_width, image_height) values
       ($1, 'Festive', 'festive', '/uploads/category-images/f.jpg', 10, 10),
       ($2, 'Kept', 'kept', '/uploads/category-images/k.jpg', 10, 10)`,
    [category, shown],
  );
  await history.change(
    'admin',
    'Deleted {products}',
    `delete from products where id = '${a}'`,
    `delete from categories where id = '${category}'`,
    `update categories set image_url = null, image_width = null, image_height = null, name = 'Renamed' where id = '${shown}'`,
  );
  const set = await history.newest();
  // Another row shows the file of one image still, so that the daily job did not delete it.
  await history.owner.query(
    `insert into product_images (id, product_id, image_url, is_primary, width, height)
     values (gen_random_uuid(), $1, '/uploads/product-images/${shared}.jpg', true, 10, 10)`,
    [b],
  );
  for (const table of ['changes', 'change_sets'])
    await history.owner.query(`update ${table} set at = at - interval '31 days'`);
  const { rows, left, findings } = await history.as('admin').previewUndo({ id: set });
  expect([rows, left, new Set(findings.map(({ reason }) => reason))]).toEqual([
    4,
    3,
    new Set(['deleted_file']),
  ]);
  expect(findings.map(({ text }) => text).sort()).toEqual([
    'An image of “Festive” cannot return: its file was deleted.',
    'An image of “Isiagu” cannot return: its file was deleted.',
    'An image of “Renamed” cannot return: its file was deleted.',
  ]);
  expect(await undo('admin', set)).toMatchObject({ rows: 4, left: 3 });
  expect(await one('product_images', gone)).toBeUndefined();
  expect(await one('product_images', shared)).toMatchObject({ product_id: a, is_primary: true });
  expect(await one('categories', category)).toMatchObject({ image_url: null, image_width: null });
  expect(await one('categories', shown)).toMatchObject({ name: 'Kept', image_url: null, image_width: null });
});

test('HIST-09 a unique value that was taken since is listed, and the other rows return', async () => {
  const promotion = (id: string, code: string) =>
    `insert into promotions (id, name, code, start_date, end_date, promotion_value) values ('${id}', 'P ${code}', '${code}', '2026-01-01', '2026-01-02', 5)`;
  const [a, b] = [nextId(), nextId()];
  await history.owner.query(promotion(a, 'EASTER'));
  await history.owner.query(promotion(b, 'XMAS'));
  await history.change(
    'admin',
    'Deleted {promotions}',
    `delete from promotions where id in ('${a}', '${b}')`,
  );
  const set = await history.newest();
  await history.owner.query(promotion(nextId(), 'easter'));
  expect(await undo('admin', set)).toMatchObject({
    rows: 1,
    left: 1,
    findings: [
      { reason: 'taken', thing: 'P EASTER', text: expect.stringMatching(/^“P EASTER” cannot return: /) },
    ],
  });
  expect(await one('promotions', a)).toBeUndefined();
  expect(await one('promotions', b)).toMatchObject({ code: 'XMAS' });
  // An update: the other columns are written.
  await history.change(
    'admin',
    'Changed {promotions}',
    `update promotions set code = 'NEWYEAR', name = 'New year' where id = '${b}'`,
  );
  const renamed = await history.newest();
  await history.owner.query(promotion(nextId(), 'xmas'));
  expect(await undo('admin', renamed)).toMatchObject({
    rows: 1,
    left: 1,
    findings: [{ reason: 'taken', column: 'code' }],
  });
  expect(await one('promotions', b)).toMatchObject({ code: 'NEWYEAR', name: 'P XMAS' });
});

test('HIST-08 an inserted row is deleted unless it was changed or used since', async () => {
  const [used, plain, changed] = [nextId(), nextId(), nextId()];
  await history.change(
    'admin',
    'Added {categories}',
    `insert into categories (id, name, slug) values ('${used}', 'Used', 'used'), ('${plain}', 'Plain', 'plain'), ('${changed}', 'Changed', 'changed')`,
  );
  const set = await history.newest();
  const a = await addProduct('Bag');
  await history.change('other', 'x', `update products set category_id = '${used}' where id = '${a}'`);
  // Changed later, but by no use of the category.
  await history.owner.query('update products set price = 7 where id = $1', [a]);
  await history.owner.query(`update categories set description = 'x' where id = $1`, [changed]);
  const undone = await undo('admin', set);
  expect(undone).toMatchObject({ rows: 1, left: 2 });
  expect(undone.findings.map(({ thing, reason, actorName }) => [thing, reason, actorName]).sort()).toEqual([
    ['Changed', 'changed', 'database'],
    ['Used', 'in_use', 'other Obi'],
  ]);
  expect(undone.findings.find(({ reason }) => reason === 'in_use')).toMatchObject({
    at: expect.any(String),
    text: '“Used” has been used by other Obi since, and stays.',
  });
  expect(await one('categories', plain)).toBeUndefined();
  expect(await one('products', a)).toMatchObject({ category_id: used });
});

test('an inserted category goes with the products that the same set moved into it', async () => {
  const category = nextId();
  const a = await addProduct('Shoe');
  await history.change(
    'admin',
    'x',
    `insert into categories (id, name, slug) values ('${category}', 'Shoes', 'shoes')`,
    `update products set category_id = '${category}' where id = '${a}'`,
  );
  expect(await undo()).toMatchObject({ rows: 2, left: 0 });
  expect(await one('categories', category)).toBeUndefined();
  expect(await one('products', a)).toMatchObject({ category_id: null });
});

test('RULES-19 after an undo a product with images has one primary image', async () => {
  const a = await addProduct('Gele');
  const [first, second] = [await addImage(a, { primary: true }), await addImage(a, { order: 1 })];
  const third = nextId();
  const primaryOf = async () =>
    (await history.rows(`select id from product_images where product_id = $1 and is_primary`, [a])).map(
      ({ id }) => id,
    );
  // The first is deleted and the second made primary, as deleteImage does.
  const deletion = [
    `delete from product_images where id = '${first}'`,
    `update product_images set is_primary = true where id = '${second}'`,
  ];
  await history.change('admin', 'x', ...deletion);
  expect(await undo()).toMatchObject({ rows: 2, left: 0 });
  expect(await primaryOf()).toEqual([first]);
  await history.change('admin', 'x', ...deletion);
  const set = await history.newest();
  // Meanwhile a third became primary.
  await history.change(
    'other',
    'x',
    `update product_images set is_primary = false where id = '${second}'`,
    `insert into product_images (id, product_id, image_url, is_primary, width, height) values ('${third}', '${a}', '/u', true, 1, 1)`,
  );
  expect(await undo('admin', set)).toMatchObject({
    left: 1,
    findings: [
      { column: 'is_primary', reason: 'taken', text: 'Another image of “Gele” is the primary one now.' },
    ],
  });
  expect(await one('product_images', first)).toMatchObject({ is_primary: false });
  expect(await primaryOf()).toEqual([third]);
  // The only primary image is one that the set added.
  const b = await addProduct('Ileke');
  const added = nextId();
  await history.change(
    'admin',
    'x',
    `insert into product_images (id, product_id, image_url, is_primary, width, height) values ('${added}', '${b}', '/u', true, 1, 1)`,
  );
  const upload = await history.newest();
  const later = await addImage(b, { order: 1 });
  await undo('admin', upload);
  expect(await history.rows('select id, is_primary from product_images where product_id = $1', [b])).toEqual([
    { id: later, is_primary: true },
  ]);
});

test('RULES-19 an image stays the primary one where the one before it does not return', async () => {
  const a = await addProduct('Sokoto');
  const [former, first, current] = [
    await addImage(a, { primary: true, order: 1 }),
    await addImage(a),
    await addImage(a, { order: 2 }),
  ];
  const primary = () =>
    history.rows('select id from product_images where product_id = $1 and is_primary', [a]);
  await history.change(
    'admin',
    'x',
    `update product_images set is_primary = false where id = '${former}'`,
    `update product_images set is_primary = true, display_order = 3 where id = '${current}'`,
  );
  const set = await history.newest();
  await history.change('other', 'x', `delete from product_images where id = '${former}'`);
  const preview = await history.as('admin').previewUndo({ id: set });
  expect(preview).toMatchObject({ rows: 1, left: 1, findings: [{ reason: 'gone' }] });
  expect(preview.items.map(({ rowId, cells }) => [rowId, cells.map(({ column }) => column)])).toEqual([
    [current, ['display_order']],
  ]);
  expect(await undo('admin', set)).toMatchObject({ rows: 1, left: 1 });
  expect(await primary()).toEqual([{ id: current }]);
  // The one before is deleted and has no room to return.
  const deletion = [
    `delete from product_images where id = '${current}'`,
    `update product_images set is_primary = true where id = '${first}'`,
  ];
  await history.change('admin', 'x', ...deletion);
  const deleted = await history.newest();
  for (let order = 1; order < 20; order++) await addImage(a, { order });
  expect(await undo('admin', deleted)).toMatchObject({ setId: null, rows: 0, left: 1 });
  expect(await primary()).toEqual([{ id: first }]);
});

test('RULES-19 an undo puts back no more than the 20 images that a product may have', async () => {
  const a = await addProduct('Kaftan');
  const images = [];
  for (let order = 0; order < 20; order++) images.push(await addImage(a, { primary: order === 0, order }));
  const primary = async () =>
    history.rows('select id from product_images where product_id = $1 and is_primary', [a]);
  const count = async () =>
    (await history.rows('select count(*)::int as n from product_images where product_id = $1', [a]))[0]!.n;
  const listed = (ids: string[]) => ids.map((id) => `'${id}'`).join();
  await history.change(
    'admin',
    'x',
    `delete from product_images where id in (${listed(images.slice(0, 5))})`,
    `update product_images set is_primary = true where id = '${images[5]}'`,
  );
  const set = await history.newest();
  for (let order = 0; order < 3; order++) await addImage(a, { order });
  const outcome = await undo('admin', set);
  expect(outcome).toMatchObject({ left: 3 });
  expect(outcome.findings.map(({ text }) => text)).toEqual(Array(3).fill('A product has at most 20 images.'));
  expect(await count()).toBe(20);
  expect(await primary()).toHaveLength(1);
  // In place of those that the same set added, all return.
  await history.change(
    'admin',
    'x',
    `delete from product_images where id in (${listed(images.slice(10, 15))})`,
    `insert into product_images (id, product_id, image_url, width, height)
     select gen_random_uuid(), '${a}', '/u', 1, 1 from generate_series(1, 5)`,
  );
  expect(await undo()).toMatchObject({ rows: 10, left: 0 });
  expect(await count()).toBe(20);
});

test('RULES-19 an undo waits for an upload to the same product, and keeps to 20 images with it', async () => {
  const a = await addProduct('Kampala');
  const images = [];
  for (let order = 0; order < 20; order++) images.push(await addImage(a, { primary: order === 0, order }));
  await history.change('admin', 'x', `delete from product_images where id = '${images[19]}'`);
  const set = await history.newest();
  const uploading = await history.database.webPool.connect();
  try {
    await uploading.query('begin');
    await uploading.query('select set_caller($1, $2, $3)', [history.userIds.other, 'test.change', 'x']);
    await uploading.query('select from products where id = $1 for no key update', [a]);
    await uploading.query(
      `insert into product_images (id, product_id, image_url, width, height) values ($1, $2, '/u', 1, 1)`,
      [nextId(), a],
    );
    const undone = undo('admin', set);
    await eventually(async () => expect(await waitingIn(history.owner)).toBe(1));
    await uploading.query('commit');
    expect(await undone).toMatchObject({ rows: 0, left: 1 });
  } finally {
    uploading.release();
  }
});

test('a product whose category is gone returns without it', async () => {
  const category = nextId();
  await history.owner.query(`insert into categories (id, name, slug) values ($1, 'Hats', 'hats')`, [
    category,
  ]);
  const a = await addProduct('Hat');
  await history.owner.query('update products set category_id = $1 where id = $2', [category, a]);
  await history.change('admin', 'Deleted {products}', `delete from products where id = '${a}'`);
  const set = await history.newest();
  await history.owner.query('delete from categories where id = $1', [category]);
  expect(await undo('admin', set)).toMatchObject({
    rows: 1,
    findings: [{ column: 'category_id', reason: 'missing', text: 'The category of “Hat” no longer exists.' }],
  });
  expect(await one('products', a)).toMatchObject({ category_id: null });
});

test('roles and bans keep their rules in an undo, in sentences', async () => {
  const { super_admin: me, user } = history.userIds;
  await history.change(
    'super_admin',
    'Changed the role of {users}',
    `update profiles set role = 'super_admin' where id = '${user}'`,
  );
  const promotion = await history.newest();
  expect((await history.as('super_admin').listChangeSets({ kind: 'user' })).items[0]).toMatchObject({
    summary: 'Changed the role of user Obi',
  });
  // The one who was promoted demotes the other, and is then the last.
  await history.change('user', 'x', `update profiles set role = 'admin' where id = '${me}'`);
  const demotion = await history.newest();
  const last = history.apiAs({ userId: user, role: 'super_admin' });
  expect(await last.undoChangeSet({ id: promotion })).toMatchObject({
    setId: null,
    rows: 0,
    findings: [{ reason: 'not_allowed', text: 'Nobody changes their own role or ban.' }],
  });
  await history.change(
    'user',
    'x',
    `update profiles set role = 'super_admin' where id = '${history.userIds.other}'`,
  );
  const third = await history.newest();
  await history.owner.query(`update profiles set role = 'admin' where id = $1`, [user]);
  const other = history.apiAs({ userId: history.userIds.other, role: 'super_admin' });
  expect((await other.undoChangeSet({ id: third })).findings).toMatchObject([{ reason: 'not_allowed' }]);
  expect(await other.undoChangeSet({ id: demotion })).toMatchObject({ rows: 1, left: 0 });
  expect(await one('profiles', me)).toMatchObject({ role: 'super_admin' });
  expect(await history.as('super_admin').undoChangeSet({ id: third })).toMatchObject({ rows: 1, left: 0 });
});

test('HIST-04 an admin neither sees nor undoes changes of roles', async () => {
  await history.change(
    'super_admin',
    'x',
    `update profiles set banned = true where id = '${history.userIds.user}'`,
  );
  const id = await history.newest();
  for (const ask of [
    () => history.as('admin').undoChangeSet({ id }),
    () => history.as('admin').getChangeSet({ id }),
  ])
    await expect(ask()).rejects.toMatchObject({ code: 'NOT_FOUND' });
  expect((await history.as('admin').listChangeSets({})).items.map((set) => set.id)).not.toContain(id);
  await expect(history.as('user').undoChangeSet({ id })).rejects.toMatchObject({ code: 'NO_PERMISSION' });
  expect(await undo('super_admin', id)).toMatchObject({ rows: 1 });
});

test('10,000 imported products are undone in one statement a table', async () => {
  await history.change(
    'admin',
    'Imported {products} from fashion.csv',
    `insert into products (id, name, description, price) select gen_random_uuid(), 'Imported ' || n, 'D', n from generate_series(1, 10000) n`,
  );
  expect((await history.as('admin').listChangeSets({})).items[0]).toMatchObject({
    summary: 'Imported 10,000 products from fashion.csv',
    rowCount: 10_000,
  });
  const id = await history.newest();
  await history.owner.query(`update products set price = 5 where name = 'Imported 77'`);
  expect(await undo('admin', id)).toMatchObject({ rows: 9_999, left: 1 });
  expect(await history.rows(`select name from products where name like 'Imported %'`)).toEqual([
    { name: 'Imported 77' },
  ]);
  expect(await undo('admin')).toMatchObject({ rows: 9_999, left: 0 });
  expect(await history.rows(`select count(*)::int as n from products where name like 'Imported %'`)).toEqual([
    { n: 10_000 },
  ]);
});

test('HIST-08 in the middle of an undo of 10,000 changes another one edits: nothing is lost, nothing waits for ever', async () => {
  const named = `select id from products where name like 'Many %' order by id`;
  await history.owner.query(
    `insert into products (id, name, description, price) select gen_random_uuid(), 'Many ' || n, 'D', 1000 from generate_series(1, 10000) n`,
  );
  const ids = (await history.rows<{ id: string }>(named)).map(({ id }) => id);
  const [first, last] = [ids[0]!, ids.at(-1)!];
  await history.change(
    'admin',
    'Changed {products}',
    `update products set price = 2000 where name like 'Many %'`,
  );
  const set = await history.newest();
  // A form that is being saved holds the last of the rows, which the undo locks in the order of their ids.
  const saving = await history.database.webPool.connect();
  try {
    await saving.query('begin');
    await saving.query('select set_caller($1, $2, $3)', [history.userIds.other, 'test.change', 'x']);
    await saving.query('update products set price = 7 where id = $1', [last]);
    const undone = undo('admin', set);
    await eventually(async () => expect(await waitingIn(history.owner)).toBe(1));
    const edited = history.change(
      'other',
      'x',
      `update products set price = price + 5 where id = '${first}'`,
    );
    await eventually(async () => expect(await waitingIn(history.owner)).toBe(2));
    await saving.query('commit');
    expect(await undone).toMatchObject({
      rows: 9_999,
      left: 1,
      findings: [{ column: 'price', reason: 'changed', actorName: 'other Obi' }],
    });
    await edited;
  } finally {
    saving.release();
  }
  // The edit that waited is one of the price that the undo wrote, and is recorded as such.
  expect(await one('products', first)).toMatchObject({ price: '1005.00' });
  expect(await one('products', last)).toMatchObject({ price: '7.00' });
  expect(
    await history.rows(
      `select price::int, count(*)::int as n from products where name like 'Many %' group by 1 order by 1`,
    ),
  ).toEqual([
    { price: 7, n: 1 },
    { price: 1000, n: 9_998 },
    { price: 1005, n: 1 },
  ]);
  expect(
    await history.rows('select before, after from changes where row_id = $1 order by id desc limit 1', [
      first,
    ]),
  ).toEqual([{ before: { price: 1000 }, after: { price: 1005 } }]);
});
