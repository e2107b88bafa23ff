import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { parseCsvProduct } from '../../import/product-csv.ts';
import { openCatalogue } from '../../server/catalog-deps.ts';
import { createFixture, type Fixture } from '../../server/test-catalog.ts';
import type { ProductsSelection } from '../price-change.contract.ts';
import type { ProductsFilter } from '../product-admin.contract.ts';
import { exportProducts, productSheetColumns } from './export-products.ts';

let fixture: Fixture;
const [parent, child] = [randomUUID(), randomUUID()];
beforeAll(async () => {
  fixture = await createFixture();
  await fixture.owner.query(
    `insert into categories (id, name, slug, parent_id) values ($1, 'Women', 'women', null), ($2, 'Gowns', 'gowns', $1)`,
    [parent, child],
  );
  // 600 in three batches, all at one instant, and three of their own.
  await fixture.owner.query(
    `insert into products (id, name, description, price, category_id, created_at)
     select gen_random_uuid(), 'Kaftan ' || n, 'plain', n, null, timestamptz '2026-01-01 12:00:00.123456' from generate_series(1, 600) n`,
  );
  await fixture.owner.query(
    `insert into products (id, name, description, price, category_id, featured) values
     (gen_random_uuid(), 'Adire gown', 'indigo', 12500.50, $1, true), (gen_random_uuid(), 'Shawl', 'indigo', 1, $2, false)`,
    [child, parent],
  );
});
afterAll(() => fixture.close());

const exported = (filter: ProductsFilter) => exportedOf({ filter, except: [] });
async function exportedOf(selection: ProductsSelection) {
  const { userId } = await fixture.createUser('admin');
  const rows = [];
  for await (const batch of exportProducts(openCatalogue(fixture.deps), { userId, role: 'admin' }, selection))
    rows.push(...batch);
  return rows;
}
const names = async (filter: ProductsFilter) => (await exported(filter)).map(({ name }) => name).sort();

test('BULK-06 the export has each product of the filter once, with the categories below the chosen one', async () => {
  const all = await names({});
  expect(all).toHaveLength(602);
  expect(new Set(all).size).toBe(602);
  expect(await names({ category: 'women' })).toEqual(['Adire gown', 'Shawl']);
  expect(await names({ category: 'gowns' })).toEqual(['Adire gown']);
  expect(await names({ category: 'none', search: 'kaftan' })).toHaveLength(600);
  expect(await names({ search: 'indigo' })).toEqual(['Adire gown', 'Shawl']);
  expect(await names({ category: 'no-such' })).toEqual([]);
});

test('BULK-02 the export has the selected products alone, newest first, or all that match but some', async () => {
  const all = await exported({});
  const odd = all.filter((_, at) => at % 2 === 1).map(({ id }) => id);
  const ids = async (selection: ProductsSelection) => (await exportedOf(selection)).map(({ id }) => id);
  expect(await ids({ ids: odd.toReversed() })).toEqual(odd);
  const [gown] = await exported({ category: 'gowns' });
  const women = { filter: { category: 'women' }, except: [gown!.id] };
  expect((await exportedOf(women)).map(({ name }) => name)).toEqual(['Shawl']);
});

test('BULK-06 an upload reads what the export wrote', async () => {
  const [row] = await exported({ category: 'gowns' });
  const record = Object.fromEntries(
    productSheetColumns('https://shop.example').map(({ header, kind, cell }) => {
      const value = cell(row!);
      return [header, kind === 'money' ? String(Number(value) / 100) : String(value ?? '')];
    }),
  );
  expect(parseCsvProduct(record)).toEqual({
    name: 'Adire gown',
    description: 'indigo',
    price: 1_250_050,
    category: 'Women > Gowns',
    featured: true,
    id: row!.id,
    sku: '',
  });
  expect(record.page).toBe(`https://shop.example/products/${row!.id}`);
});
