import { type SQL, sql } from 'drizzle-orm';
import type { Queryable } from '#db/client.ts';
import { integer, nullable, selectRows, selectValue, text } from '#db/rows.ts';
import { categories, productImports } from '#db/schema/catalog.ts';
import type { KnownCategory, PlannedCategory } from '../../categories/category-plan.ts';
import type { ProductStatus } from '../../products/product-list.ts';

export { lockOrdering } from '#db/orderings.ts';
export { violatedConstraint } from '#db/violation.ts';

type ImportKey = Pick<typeof productImports.$inferSelect, 'userId' | 'idempotencyKey'>;
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
  { userId, idempotencyKey }: ImportKey,
): Promise<typeof productImports.$inferSelect | null> {
  const rows = await db
    .select()
    .from(productImports)
    .where(
      sql`${productImports.userId} = ${userId} AND ${productImports.idempotencyKey} = ${idempotencyKey}`,
    );
  return rows[0] ?? null;
}

export async function updateImport(db: Queryable, id: string, categoryCount: number): Promise<void> {
  await db.update(productImports).set({ categoryCount }).where(sql`${productImports.id} = ${id}`);
}

/** The first key of the advisory locks by which an import tells its progress; the second is the number. */
const progressLock = ({ userId, idempotencyKey }: ImportKey): SQL =>
  sql`hashtext(${`aso.import ${userId} ${idempotencyKey}`})`;

/**
 * Tells other transactions how many products this one has written so far. Its rows are not visible to them, its
 * advisory locks are, and they end with it.
 */
export async function publishImportProgress(tx: Queryable, key: ImportKey, written: number): Promise<void> {
  await tx.execute(sql`SELECT pg_try_advisory_xact_lock(${progressLock(key)}, ${written}::int)`);
}

/** What the running import with this key noted last, in whichever process; 0 when none runs. */
export async function findImportProgress(db: Queryable, key: ImportKey): Promise<number> {
  const written = await selectValue(
    db,
    nullable(integer),
    sql`SELECT max(l.objid::bigint)::int AS value FROM pg_locks l JOIN pg_database d ON d.oid = l.database
    WHERE d.datname = current_database() AND l.locktype = 'advisory' AND l.objsubid = 2
      AND l.classid = ${progressLock(key)}::oid`,
  );
  return written ?? 0;
}

const textArray = (values: readonly string[]): SQL => sql`${sql.param(values)}::text[]`;

/** All categories with their comparison keys. */
export async function listKnownCategories(db: Queryable): Promise<KnownCategory[]> {
  const { id, parentId, displayOrder, name } = categories;
  return db.select({ id, parentId, displayOrder, key: sql<string>`lower(${name})` }).from(categories);
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

/** The indices, from 0, of the names of existing products, compared ignoring case and accents. */
export async function listExistingNameIndexes(db: Queryable, names: readonly string[]): Promise<number[]> {
  const rows = await selectRows(
    db,
    { at: integer },
    sql`SELECT n.position::int - 1 AS at FROM unnest(${textArray(names)}) WITH ORDINALITY AS n(name, position)
    WHERE btrim(n.name) <> '' AND EXISTS (SELECT FROM staff_products p WHERE p.name_key = fold(btrim(n.name)))
    ORDER BY n.position`,
  );
  return rows.map(({ at }) => at);
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

/**
 * Inserts products in one statement, from JSON: an array of {name, description, price, category, featured},
 * price as decimal text. `ids` are theirs, in the same order; `categoryIds` those of the category texts.
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
    INSERT INTO products (id, name, description, price, category_id, featured, status)
    SELECT r.id, r.name, r.description, r.price, c.id, r.featured, ${status}
    FROM ROWS FROM (
      json_to_recordset(${json}::json) AS (name text, description text, price numeric, category text, featured boolean),
      unnest(${sql.param(ids)}::uuid[])
    ) AS r(name, description, price, category, featured, id)
    LEFT JOIN unnest(${textArray([...categoryIds.keys()])}, ${sql.param([...categoryIds.values()])}::uuid[]) AS c(text, id)
      ON c.text = r.category`);
  return rowCount ?? 0;
}
