import { type SQL, sql } from 'drizzle-orm';
import type { Queryable } from '#db/client.ts';
import { flag, instant, integer, money, nullable, type RowOf, selectRows, text } from '#db/rows.ts';
import { categories, productImports } from '#db/schema/catalog.ts';
import type { KnownCategory, PlannedCategory } from '../../categories/category-plan.ts';
import type { ProductStatus } from '../../products/product-list.ts';
import type { UnchangedRow } from '../import.contract.ts';
import type { ImportKey } from '../product-csv.ts';

export { lockOrdering } from '#db/orderings.ts';
export { findProgress, publishProgress } from '#db/progress.ts';
export { violatedConstraint } from '#db/violation.ts';

type RunKey = Pick<typeof productImports.$inferSelect, 'userId' | 'idempotencyKey'>;
export type ProductImport = typeof productImports.$inferInsert;

/** False if this user's key exists: another import with it was committed while this one waited. */
export async function insertImport(db: Queryable, row: ProductImport): Promise<boolean> {
  const rows = await db
    .insert(productImports)
    .values(row)
    .onConflictDoNothing()
    .returning({ id: productImports.id });
  return rows.length > 0;
}

export async function findImport(
  db: Queryable,
  { userId, idempotencyKey }: RunKey,
): Promise<typeof productImports.$inferSelect | null> {
  const rows = await db
    .select()
    .from(productImports)
    .where(
      sql`${productImports.userId} = ${userId} AND ${productImports.idempotencyKey} = ${idempotencyKey}`,
    );
  return rows[0] ?? null;
}

/** Completes the row of an import: its categories, and what this transaction changed. Returns the change set. */
export async function updateImport(db: Queryable, id: string, categoryCount: number): Promise<string | null> {
  const rows = await db
    .update(productImports)
    .set({
      categoryCount,
      changeSetId: sql`public.current_change_set()`,
    })
    .where(sql`${productImports.id} = ${id}`)
    .returning({ changeSetId: productImports.changeSetId });
  return rows[0]?.changeSetId ?? null;
}

const textArray = (values: readonly string[]): SQL => sql`${sql.param(values)}::text[]`;

/** All categories with their comparison keys. */
export async function listKnownCategories(db: Queryable): Promise<KnownCategory[]> {
  const { id, parentId, displayOrder, name } = categories;
  return db.select({ id, parentId, displayOrder, name, key: sql<string>`lower(${name})` }).from(categories);
}

/** Comparison keys of category names, in the given order. */
export async function listCategoryKeys(db: Queryable, names: readonly string[]): Promise<string[]> {
  const rows = await selectRows(
    db,
    { key: text },
    sql`SELECT lower(name) AS key FROM unnest(${textArray(names)}) WITH ORDINALITY AS n(name, position) ORDER BY position`,
  );
  return rows.map(({ key }) => key);
}

const STORED = {
  /** The position of the value, from 0. */
  at: integer,
  id: text,
  version: integer,
  name: text,
  description: text,
  price: money,
  category_id: nullable(text),
  featured: flag,
  sku: nullable(text),
};
export type StoredProduct = RowOf<typeof STORED>;

const STORED_COLUMNS = sql.raw(
  'p.id, p.version, p.name, p.description, p.price::text AS price, p.category_id, p.featured, p.sku',
);

/** A key as its column stores it; an empty one is null. */
const KEYS: Record<ImportKey, { column: SQL; value: SQL }> = {
  id: { column: sql`p.id`, value: sql`nullif(key, '')::uuid` },
  sku: { column: sql`p.sku`, value: sql`nullif(key, '')` },
  // Ignoring case and accents.
  name: { column: sql`p.name_key`, value: sql`nullif(fold(btrim(key)), '')` },
};

/** The products that each key fits, at most two; an empty key fits none. Keys by `id` are ids. */
export function listMatches(
  db: Queryable,
  key: ImportKey,
  keys: readonly string[],
): Promise<StoredProduct[]> {
  return selectRows(
    db,
    STORED,
    // Made before: under the policy of products no index serves a condition that calls fold().
    sql`WITH wanted AS MATERIALIZED (
      SELECT position, ${KEYS[key].value} AS key FROM unnest(${textArray(keys)}) WITH ORDINALITY AS n(key, position)
    ) SELECT w.position::int - 1 AS at, p.* FROM wanted w,
      LATERAL (SELECT ${STORED_COLUMNS} FROM products p WHERE ${KEYS[key].column} = w.key LIMIT 2) p
    ORDER BY w.position`,
  );
}

/** The versions of products and who saved them; locks the rows until the transaction ends. Deleted ones are missing. */
export function lockVersions(db: Queryable, ids: readonly string[]) {
  return selectRows(
    db,
    { id: text, name: text, version: integer, updated_by: nullable(text), updated_at: instant },
    sql`SELECT id, name, version, staff_name(updated_by) AS updated_by, updated_at FROM products
      WHERE id = ANY(${sql.param(ids)}::uuid[]) ORDER BY id FOR NO KEY UPDATE`,
  );
}

/** The products that were changed or deleted since these versions, by their positions from 0. Locks nothing. */
export function listOutdated(db: Queryable, versions: readonly UnchangedRow[]) {
  const [ids, numbers] = [versions.map(([id]) => id), versions.map(([, version]) => version)];
  return selectRows(
    db,
    {
      at: integer,
      name: nullable(text),
      updated_by: nullable(text),
      updated_at: nullable(instant),
    },
    sql`SELECT u.position::int - 1 AS at, p.name, staff_name(p.updated_by) AS updated_by, p.updated_at
      FROM unnest(${sql.param(ids)}::uuid[], ${sql.param(numbers)}::int[]) WITH ORDINALITY AS u(id, version, position)
      LEFT JOIN products p ON p.id = u.id
      WHERE p.version IS DISTINCT FROM u.version ORDER BY u.position`,
  );
}

/** The slugs of all categories. Former slugs may be reused, as in the tree. */
export async function listUsedSlugs(db: Queryable): Promise<Set<string>> {
  const rows = await db.select({ slug: categories.slug }).from(categories);
  return new Set(rows.map(({ slug }) => slug));
}

/** Locks the categories of these ids until the transaction ends; false if one is missing. */
export async function lockCategories(db: Queryable, ids: readonly string[]): Promise<boolean> {
  const { rows } = await db.execute(
    sql`SELECT id FROM categories WHERE id = ANY(${sql.param(ids)}::uuid[]) ORDER BY id FOR SHARE`,
  );
  return rows.length === ids.length;
}

export async function insertCategories(
  db: Queryable,
  rows: (Omit<PlannedCategory, 'text'> & { slug: string })[],
): Promise<void> {
  await db.insert(categories).values(rows);
}

const categoryMap = (idOf: ReadonlyMap<string, string>): SQL =>
  sql`unnest(${textArray([...idOf.keys()])}, ${sql.param([...idOf.values()])}::uuid[]) AS c(text, id)`;

/**
 * Inserts products in one statement, from JSON: an array of {name, description, price, category, featured, sku},
 * price as decimal text, sku null or not empty. `ids` are theirs, in the same order; `categoryIds` those of the category texts.
 * Returns their number.
 */
export async function insertProducts(
  db: Queryable,
  json: string,
  {
    ids,
    categoryIds,
    status,
  }: { ids: readonly string[]; categoryIds: ReadonlyMap<string, string>; status: ProductStatus },
): Promise<number> {
  const { rowCount } = await db.execute(sql`
    INSERT INTO products (id, name, description, price, category_id, featured, sku, status)
    SELECT r.id, r.name, r.description, r.price, c.id, r.featured, r.sku, ${status}
    FROM ROWS FROM (
      json_to_recordset(${json}::json) AS (name text, description text, price numeric, category text, featured boolean, sku text),
      unnest(${sql.param(ids)}::uuid[])
    ) AS r(name, description, price, category, featured, sku, id)
    LEFT JOIN ${categoryMap(categoryIds)} ON c.text = r.category`);
  return rowCount ?? 0;
}

/**
 * Changes products in one statement, from JSON as above with ids; a missing column stays as it is. Returns their number.
 */
export async function updateProducts(
  db: Queryable,
  json: string,
  categoryIds: ReadonlyMap<string, string>,
): Promise<number> {
  const { rowCount } = await db.execute(sql`
    UPDATE products p SET name = coalesce(r.name, p.name), description = coalesce(r.description, p.description),
      price = coalesce(r.price, p.price), category_id = coalesce(r.category_id, p.category_id),
      featured = coalesce(r.featured, p.featured), sku = coalesce(r.sku, p.sku)
    FROM (
      SELECT j.*, c.id AS category_id
      FROM json_to_recordset(${json}::json) AS j(id uuid, name text, description text, price numeric, category text, featured boolean, sku text)
      LEFT JOIN ${categoryMap(categoryIds)} ON c.text = j.category
    ) r WHERE p.id = r.id`);
  return rowCount ?? 0;
}
