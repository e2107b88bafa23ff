import { z } from 'zod';
import { raises, raisesWith, routes } from '#shared/route.ts';
import { amount, id, text } from '#shared/shapes.ts';
import { PRODUCT_STATUSES } from '../products/product-list.ts';
import { CSV_COLUMNS, MAX_CATEGORIES, MAX_IMPORT_BYTES, MAX_PRODUCTS } from './product-csv.ts';

const manage = routes('admin', 'manage products');

/**
 * A product of a spreadsheet. Only types are checked here; csv-faults.ts validates the values and reports
 * each bad row.
 */
const importRow = z.object({
  name: z.string(),
  description: z.string(),
  /** Naira. */
  price: amount(),
  /** A name or a path: 'Women > Dresses'. */
  category: z.string(),
  featured: z.boolean().default(false),
});
export type ImportRow = z.infer<typeof importRow>;

/** A bad cell. `row` is the index among the rows sent, plus 2: as a spreadsheet with a header counts. */
const refusedCell = z.object({ row: z.int(), column: z.enum(CSV_COLUMNS), message: z.string() });
export type RefusedCell = z.infer<typeof refusedCell>;

const created = z.object({ created: z.int(), categories: z.int() });

/** Products from a spreadsheet. */
export const importContract = {
  /** What an import would find in the shop, compared ignoring case. */
  previewImport: manage('POST /admin/products/import/preview', 'What an import would find', {
    writes: false,
    maxBody: MAX_IMPORT_BYTES,
  })
    .input(
      z.object({
        /** Each a name, or the way to it: 'Women > Dresses'. */
        categories: z.array(text(1_000)).max(MAX_CATEGORIES),
        /** Names of the products. */
        names: z.array(text(400)).max(MAX_PRODUCTS),
      }),
    )
    .output(
      z.object({
        /** The categories that would be created, those on the way to others included. */
        newCategories: z.array(z.string()),
        /** The positions, from 0, of the names that products have already. */
        known: z.array(z.int()),
      }),
    ),
  /**
   * Creates a product of every row, and the categories they name, atomically. A repeated key is the same
   * import and returns its result.
   */
  importProducts: manage('POST /admin/products/import', 'Create up to 10,000 products, all or none', {
    maxBody: MAX_IMPORT_BYTES,
    change: ({ file }: { file?: string }) => `Imported {products}${file ? ` from ${file}` : ''}`,
  })
    .errors({
      ...raises('KEY_REUSED'),
      /** The first hundred bad cells, and how many rows are bad in all. */
      ...raisesWith('ROWS_REFUSED', z.object({ cells: z.array(refusedCell), rows: z.int() })),
    })
    .input(
      z.object({
        idempotencyKey: id,
        /** The name of the spreadsheet, for the history. */
        file: text(200).optional(),
        /** The status of every product. */
        status: z.enum(PRODUCT_STATUSES).default('published'),
        rows: z
          .array(importRow)
          .min(1)
          .max(MAX_PRODUCTS, `At most ${MAX_PRODUCTS.toLocaleString('en')} products can be created at once`),
      }),
    )
    .output(created),
  /**
   * How many products of the import with this key are written so far. They are in the shop only once all are; an
   * import that was cancelled, failed or has not begun has none.
   */
  getImportProgress: manage('GET /admin/products/imports/{idempotencyKey}', 'Progress of an import')
    .input(z.object({ idempotencyKey: id }))
    .output(z.object({ written: z.int() })),
  /**
   * Cancels the import with this key: nothing more is created. One that was finished before stays, and its
   * result is returned.
   */
  cancelImport: manage('DELETE /admin/products/imports/{idempotencyKey}', 'Cancel an import')
    .input(z.object({ idempotencyKey: id }))
    .output(created),
};
