import { z } from 'zod';
import { raises, route } from '#shared/route.ts';
import { amount, id, text } from '#shared/shapes.ts';
import { CSV_COLUMNS, MAX_CATEGORIES, MAX_IMPORT_BYTES, MAX_PRODUCTS } from './product-csv.ts';

const ACTION = 'manage products';

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

/** A bad cell. `row` is the index of the sent row plus 2, as a spreadsheet with a header counts. */
const refusedCell = z.object({ row: z.int(), column: z.enum(CSV_COLUMNS), message: z.string() });
export type RefusedCell = z.infer<typeof refusedCell>;

const created = z.object({ created: z.int(), categories: z.int() });

/** Products from a spreadsheet. */
export const importContract = {
  /** Compares an import with the shop, ignoring case. */
  previewImport: route('admin', ACTION)
    .route({ method: 'POST', path: '/products/import/preview', summary: 'What an import would find' })
    .meta({ access: 'admin', action: ACTION, writes: false, maxBody: MAX_IMPORT_BYTES })
    .input(
      z.object({
        /** Names or paths: 'Women > Dresses'. */
        categories: z.array(text(1_000)).max(MAX_CATEGORIES),
        /** Names of the products. */
        names: z.array(text(400)).max(MAX_PRODUCTS),
      }),
    )
    .output(
      z.object({
        /** The categories that would be created, with their missing ancestors. */
        newCategories: z.array(z.string()),
        /** The indices of names that existing products have. */
        known: z.array(z.int()),
      }),
    ),
  /**
   * Creates a product of every row, and the categories they name, atomically. A repeated key is the same
   * import and returns its result.
   */
  importProducts: route('admin', ACTION)
    .route({ method: 'POST', path: '/products/import', summary: 'Create up to 10,000 products, all or none' })
    .meta({ access: 'admin', action: ACTION, maxBody: MAX_IMPORT_BYTES })
    .errors(raises('KEY_REUSED'))
    .errors({
      ROWS_REFUSED: {
        ...raises('ROWS_REFUSED').ROWS_REFUSED,
        /** The first hundred bad cells, and how many rows are bad in all. */
        data: z.object({ cells: z.array(refusedCell), rows: z.int() }),
      },
    })
    .input(
      z.object({
        idempotencyKey: id,
        rows: z
          .array(importRow)
          .min(1)
          .max(MAX_PRODUCTS, `At most ${MAX_PRODUCTS.toLocaleString('en')} products can be created at once`),
      }),
    )
    .output(created),
  /**
   * The number of products that the import with this key has written so far; 0 if it failed, was cancelled or has not
   * started. They are visible only once all are written.
   */
  getImportProgress: route('admin', ACTION)
    .route({ method: 'GET', path: '/products/imports/{idempotencyKey}', summary: 'Progress of an import' })
    .input(z.object({ idempotencyKey: id }))
    .output(z.object({ written: z.int() })),
  /**
   * Cancels the import with this key: it creates nothing. A finished import is not reverted, and its result is
   * returned.
   */
  cancelImport: route('admin', ACTION)
    .route({ method: 'DELETE', path: '/products/imports/{idempotencyKey}', summary: 'Cancel an import' })
    .input(z.object({ idempotencyKey: id }))
    .output(created),
};
