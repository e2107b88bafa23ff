import { max, type SQL, sql } from 'drizzle-orm';
import type { Queryable } from '#db/client.ts';
import { categories, productImports } from '#db/schema/catalog.ts';

export { takeOrdering } from '#db/orderings.ts';
export { violatedConstraint } from '#db/violation.ts';

export type ProductImport = typeof productImports.$inferInsert;

/** False when this person's key is taken: another import with it was committed, for which this one waited. */
export async function insertImport(db: Queryable, one: ProductImport): Promise<boolean> {
  const rows = await db
    .insert(productImports)
    .values(one)
    .onConflictDoNothing()
    .returning({ id: productImports.id });
  return rows.length > 0;
}

export async function findImport(
  db: Queryable,
  { userId, idempotencyKey }: Pick<ProductImport, 'userId' | 'idempotencyKey'>,
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

const textArray = (values: readonly string[]): SQL => sql`${sql.param(values)}::text[]`;

/** Those of the names that no category has, the same in another case once; in the order given. */
export async function listUnknownNames(db: Queryable, names: readonly string[]): Promise<string[]> {
  const { rows } = await db.execute<{ name: string }>(sql`
    SELECT name FROM (
      SELECT DISTINCT ON (lower(n.name)) n.name, n.position
      FROM unnest(${textArray(names)}) WITH ORDINALITY AS n(name, position)
      WHERE NOT EXISTS (SELECT FROM categories c WHERE lower(c.name) = lower(n.name))
      ORDER BY lower(n.name), n.position
    ) x ORDER BY position`);
  return rows.map(({ name }) => name);
}

/** Those of the names that a product of the shop has, as names are sorted: without regard to case and accents. */
export async function listKnownProductNames(db: Queryable, names: readonly string[]): Promise<string[]> {
  const { rows } = await db.execute<{ name: string }>(sql`
    SELECT n.name FROM unnest(${textArray(names)}) WITH ORDINALITY AS n(name, position)
    WHERE EXISTS (SELECT FROM products p WHERE p.name_key = fold(n.name)) ORDER BY n.position`);
  return rows.map(({ name }) => name);
}

/** The slugs of all categories. One that a renamed category gave up may be taken, as in the tree. */
export async function listTakenSlugs(db: Queryable): Promise<Set<string>> {
  const rows = await db.select({ slug: categories.slug }).from(categories);
  return new Set(rows.map(({ slug }) => slug));
}

/** Where a category stands that is added at the end of the top level. */
export async function findLastOrder(db: Queryable): Promise<number> {
  const [row] = await db
    .select({ last: max(categories.displayOrder) })
    .from(categories)
    .where(sql`${categories.parentId} IS NULL`);
  return row?.last ?? -1;
}

/** Holds the categories of these names as they are to the end of the transaction; false when one is not there. */
export async function lockCategories(db: Queryable, names: readonly string[]): Promise<boolean> {
  const { rows } = await db.execute<{ missing: boolean }>(sql`
    WITH wanted AS (SELECT DISTINCT lower(name) AS key FROM unnest(${textArray(names)}) AS name),
      held AS MATERIALIZED (
        SELECT lower(c.name) AS key FROM categories c
        WHERE lower(c.name) IN (SELECT key FROM wanted) ORDER BY c.id FOR SHARE OF c)
    SELECT EXISTS (SELECT FROM wanted WHERE key NOT IN (SELECT key FROM held)) AS missing`);
  return rows[0]?.missing === false;
}

export async function insertCategories(
  db: Queryable,
  rows: { id: string; name: string; slug: string; displayOrder: number }[],
): Promise<void> {
  await db.insert(categories).values(rows);
}

/**
 * Products in one statement, from JSON that the caller wrote beforehand: an array of {name, description,
 * price, category, featured}, price as decimal text. `ids` are theirs, in the same order. Categories are
 * found by name without regard to case. Gives how many were made.
 */
export async function insertProducts(db: Queryable, json: string, ids: readonly string[]): Promise<number> {
  const { rowCount } = await db.execute(sql`
    INSERT INTO products (id, name, description, price, category_id, featured)
    SELECT r.id, r.name, r.description, r.price, c.id, r.featured
    FROM ROWS FROM (
      json_to_recordset(${json}::json) AS (name text, description text, price numeric, category text, featured boolean),
      unnest(${sql.param(ids)}::uuid[])
    ) AS r(name, description, price, category, featured, id)
    LEFT JOIN categories c ON lower(c.name) = lower(r.category)`);
  return rowCount ?? 0;
}
