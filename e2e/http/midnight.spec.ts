import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { v7 as uuidv7 } from 'uuid';
import { anotherProcess } from '../another-process.ts';
import { asOwn } from './preview-pages.ts';
import { expect, test } from './shop.ts';

const DAY = 86_400_000;
/** The tested shop is in Lagos: UTC+1, the whole year. */
const LAGOS = 3_600_000;

test('OPEN-05 RULES-04 CAL-02 CAL-03 past midnight a promotion’s pages and planned prices change without a write, as the preview showed them', async ({
  as,
  db,
}) => {
  test.setTimeout(60_000);
  const folder = await mkdtemp(join(tmpdir(), 'aso-clock-'));
  const clock = join(folder, 'ahead');
  const now = Date.now();
  const midnight = Math.ceil((now + LAGOS) / DAY) * DAY - LAGOS;
  // Two minutes before the shop's next midnight.
  await writeFile(clock, String(midnight - now - 120_000));
  const day = new Date(now + LAGOS).toISOString().slice(0, 10);
  const [promotion, product] = [uuidv7(), uuidv7()];
  const code = `LASTDAY${now}`;
  await db.query(
    `insert into promotions (id, name, code, start_date, end_date, promotion_type, promotion_value) values ($1, 'Last day', $2, $3, $3, 'percentage', 50)`,
    [promotion, code, day],
  );
  await db.query(
    `insert into products (id, name, description, price, promotion_id) values ($1, 'Last day wrapper', 'Cloth', 1000, $2)`,
    [product, promotion],
  );
  const [planned, tomorrow] = [uuidv7(), new Date(now + LAGOS + DAY).toISOString().slice(0, 10)];
  await db.query(`insert into products (id, name, description, price) values ($1, $2, 'Cloth', 25000)`, [
    planned,
    `Planned wrapper ${now}`,
  ]);
  await db.query(
    'insert into planned_changes (id, day, product_id, price) values (gen_random_uuid(), $1, $2, 18000)',
    [tomorrow, planned],
  );
  try {
    await using shop = await anotherProcess({
      NODE_OPTIONS: `--import ${pathToFileURL(join(import.meta.dirname, '../moved-clock.mjs')).href}`,
      CLOCK_FILE: clock,
      BACKGROUND_WORK: 'false',
    });
    const { url } = shop;
    const address = `${url}/products/${product}?promotion=${code}`;
    const page = async () => (await fetch(address)).text();
    const before = await page();
    expect(before).toContain('₦500.00');
    const plannedPage = async () => (await fetch(`${url}/products/${planned}`)).text();
    const plannedRead = async () => (await fetch(`${url}/api/v1/products/${planned}`)).json();
    expect(await plannedPage()).toContain('₦25,000.00');
    expect(await plannedRead()).toMatchObject({ product: { price: 25_000 } });
    // Cached: the same bytes again.
    expect(await page()).toBe(before);

    const link = await (await as.admin.get(`/api/v1/admin/preview-link?day=${tomorrow}`)).json();
    const { pathname } = new URL(link.url);
    const preview = await (await fetch(`${url}${pathname}/products/${planned}`)).text();

    await writeFile(clock, String(midnight - now + 1_000));
    // The next requests, at once: the planned change is applied before they are answered.
    const [plannedAfter, read, after] = await Promise.all([plannedPage(), plannedRead(), page()]);
    expect(plannedAfter).toContain('₦18,000.00');
    expect(plannedAfter).not.toContain('₦25,000.00');
    expect(preview).toContain('<aside aria-label="Preview"');
    expect(asOwn(preview, pathname)).toBe(asOwn(plannedAfter, ''));
    expect(read).toMatchObject({ product: { price: 18_000 } });
    const { rows } = await db.query(
      `select summary from change_sets where operation = 'calendar.applyPlannedChanges' and summary like $1`,
      [`Planned for %: Planned wrapper ${now}`],
    );
    expect(rows).toHaveLength(1);
    expect(after).not.toContain('₦500.00');
    expect(after).toContain('₦1,000.00');
    const list = await (await fetch(`${url}/products?promotion=${code}`)).text();
    expect(list).toContain('Last day wrapper');
    expect(list).toContain('Last day ended on');
    expect(list).not.toContain('₦500.00');
  } finally {
    await db.query('delete from products where id = any ($1)', [[product, planned]]);
    await db.query('delete from promotions where id = $1', [promotion]);
    await rm(folder, { recursive: true });
  }
});
