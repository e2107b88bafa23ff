import { createHash } from 'node:crypto';
import { setImmediate as breathe } from 'node:timers/promises';
import { v7 as uuidv7 } from 'uuid';
import type { Transaction } from '#db/client.ts';
import type { SignedIn } from '#shared/caller.ts';
import { DomainError } from '#shared/errors.ts';
import { textOfKobo } from '#shared/money.ts';
import { categorySlugOf, freeSlug } from '../category-slug.ts';
import { categoryCounter, checkedProduct } from '../csv-faults.ts';
import type { ImportRow, RefusedCell } from '../import.contract.ts';
import { rowNumber } from '../product-csv.ts';
import type { Catalogue } from './catalogue.ts';
import {
  findImport,
  findLastOrder,
  insertCategories,
  insertImport,
  insertProducts,
  listKnownProductNames,
  listTakenSlugs,
  listUnknownNames,
  lockCategories,
  takeOrdering,
  updateImport,
  violatedConstraint,
} from './import.repository.ts';

export interface Import {
  idempotencyKey: string;
  rows: ImportRow[];
}

/** Rows that are checked, written as JSON and inserted at a time: between them others get their turn. */
const AT_A_TIME = 1_000;
/** Of the bad cells so many are told; she has the file itself. */
const TOLD_CELLS = 100;
const TOLD_NAMES = 3;

interface Prepared {
  /** JSON of each part's rows, as the repository takes it, with how many they are. */
  parts: { json: string; count: number }[];
  categories: string[];
  hash: string;
}

/** Every row once more by the rule the browser has checked them by. Throws ROWS_REFUSED. */
async function prepared(rows: readonly ImportRow[]): Promise<Prepared> {
  const hash = createHash('sha256');
  const parts: Prepared['parts'] = [];
  const categories = new Set<string>();
  const cells: RefusedCell[] = [];
  const isTooMany = categoryCounter();
  let badRows = 0;
  for (let start = 0; start < rows.length; start += AT_A_TIME) {
    const products = rows.slice(start, start + AT_A_TIME).map((row, index) => {
      const { product, faults } = checkedProduct({
        ...row,
        price: String(row.price),
        featured: String(row.featured),
      });
      const all = [...faults, ...isTooMany(product.category)];
      if (all.length > 0) {
        badRows++;
        for (const fault of all) cells.push({ row: rowNumber(start + index), ...fault });
      }
      categories.add(product.category);
      return { ...product, price: product.price === null ? '' : textOfKobo(product.price) };
    });
    const json = JSON.stringify(products);
    hash.update(json);
    parts.push({ json, count: products.length });
    await breathe();
  }
  if (badRows > 0) {
    throw new DomainError('ROWS_REFUSED', { cells: cells.slice(0, TOLD_CELLS), rows: badRows });
  }
  return { parts, categories: [...categories], hash: hash.digest('hex') };
}

/** Slugs that are free, one for each name: 'gele', 'gele-2'. */
function freeSlugs(names: readonly string[], taken: Set<string>): string[] {
  return names.map((name) => {
    const slug = freeSlug(categorySlugOf(name), [...taken]);
    taken.add(slug);
    return slug;
  });
}

/** Creates the categories that are missing, at the end of the top level. Gives how many. */
async function createMissing(tx: Transaction, names: readonly string[]): Promise<number> {
  if ((await listUnknownNames(tx, names)).length === 0) return 0;
  // Another import, or somebody in the category tree, may be creating the same one: one after the other.
  await takeOrdering(tx, 'categories');
  const unknown = await listUnknownNames(tx, names);
  if (unknown.length === 0) return 0;
  const slugs = freeSlugs(unknown, await listTakenSlugs(tx));
  const last = await findLastOrder(tx);
  const rows = unknown.map((name, index) => ({
    id: uuidv7(),
    name,
    slug: slugs[index]!,
    displayOrder: last + 1 + index,
  }));
  await insertCategories(tx, rows);
  return unknown.length;
}

/**
 * Creates a product of every row and the categories they name, all in one transaction, once per key however
 * often it is sent. Throws ROWS_REFUSED, KEY_REUSED; BUSY when a category is renamed or deleted at the same moment.
 */
export async function importProducts(
  { database }: Pick<Catalogue, 'database'>,
  user: SignedIn,
  { idempotencyKey, rows }: Import,
): Promise<{ created: number; categories: number }> {
  const { parts, categories, hash } = await prepared(rows);
  const record = {
    id: uuidv7(),
    userId: user.userId,
    idempotencyKey,
    bodyHash: hash,
    productCount: rows.length,
  };
  try {
    return await database.asCaller(user, async (tx) => {
      if (!(await insertImport(tx, record))) return await before(tx, record);
      const created = await createMissing(tx, categories);
      if (!(await lockCategories(tx, categories))) throw new DomainError('BUSY');
      for (const { json, count } of parts) {
        await insertProducts(
          tx,
          json,
          Array.from({ length: count }, () => uuidv7()),
        );
      }
      await updateImport(tx, record.id, created);
      return { created: rows.length, categories: created };
    });
  } catch (error) {
    if (violatedConstraint(error)?.startsWith('categories_')) throw new DomainError('BUSY');
    throw error;
  }
}

/** What the import with this key created. */
async function before(
  tx: Transaction,
  key: { userId: string; idempotencyKey: string; bodyHash: string },
): Promise<{ created: number; categories: number }> {
  const found = await findImport(tx, key);
  if (found?.bodyHash !== key.bodyHash) throw new DomainError('KEY_REUSED');
  return { created: found.productCount, categories: found.categoryCount };
}

const filled = (names: readonly string[]): string[] =>
  names.map((name) => name.trim()).filter((name) => name !== '');

/** Which categories an import would create, and which names products have already. */
export function previewImport(
  { database }: Pick<Catalogue, 'database'>,
  user: SignedIn,
  { categories, names }: { categories: readonly string[]; names: readonly string[] },
): Promise<{ newCategories: string[]; known: number; firstKnown: string[] }> {
  return database.asCaller(user, async (tx) => {
    const newCategories = await listUnknownNames(tx, filled(categories));
    const known = await listKnownProductNames(tx, filled(names));
    return { newCategories, known: known.length, firstKnown: known.slice(0, TOLD_NAMES) };
  });
}
