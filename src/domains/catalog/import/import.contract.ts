import { z } from 'zod';
import { cleanText } from '#shared/clean-text.ts';
import { formatCount } from '#shared/plural.ts';
import { raises, raisesWith, routes } from '#shared/route.ts';
import { amount, changedBy, id, text, version } from '#shared/shapes.ts';
import { PRODUCT_STATUSES } from '../products/product-list.ts';
import { CSV_COLUMNS, IMPORT_KEYS, MAX_CATEGORIES, MAX_IMPORT_BYTES, MAX_PRODUCTS } from './product-csv.ts';

const manage = routes('admin', 'manage products');

/**
 * The cells of a product. Only types are checked here; csv-faults.ts validates the values and reports each bad row.
 */
const cell = z.string().overwrite(cleanText);
const cells = z.object({
  name: cell,
  description: cell,
  /** Naira. */
  price: amount(),
  /** A name or a path: 'Women > Dresses'. */
  category: cell,
  featured: z.boolean(),
  /** The product's own code. */
  sku: cell,
});

/** A new product of a spreadsheet. */
const importRow = cells
  .extend({
    featured: cells.shape.featured.default(false),
    /** Whether the preview showed that a product has its name: then another one may. */
    sharesName: z.boolean().optional(),
  })
  .partial({ sku: true });
export type ImportRow = z.infer<typeof importRow>;

/** The cells of an existing product that change, and the version that the preview compared them with. */
const importChange = cells.partial().extend({ id, version });
export type ImportChange = z.infer<typeof importChange>;

/** The id of a product whose row changes nothing, and the version that the preview compared it with. */
const unchangedRow = z.tuple([id, version]);
export type UnchangedRow = z.infer<typeof unchangedRow>;

/** A bad cell. `row` is the index among the rows and changes sent, plus 2: as a spreadsheet with a header counts. */
const refusedCell = z.object({ row: z.int(), column: z.enum(CSV_COLUMNS), message: z.string() });
export type RefusedCell = z.infer<typeof refusedCell>;

/** A row that no longer fits the shop, counted in the same manner: rows, changes, and then those unchanged. */
const staleRow = z.object({
  row: z.int(),
  name: z.string(),
  reason: z.enum(['changed', 'deleted', 'exists']),
  changedBy: changedBy.nullable(),
});
export type StaleRow = z.infer<typeof staleRow>;

const imported = z.object({
  created: z.int(),
  changed: z.int(),
  categories: z.int(),
  /** What it changed, to be undone; null if it was cancelled. */
  changeSet: id.nullable(),
});
export type Imported = z.infer<typeof imported>;

/** What a row of a file means to the shop. */
const match = z.object({
  /** The position of the row, from 0. */
  at: z.int(),
  id,
  version,
  /** The product's present cells that differ from those of the row; an empty text differs from any other. */
  before: cells.partial(),
});
export type ProductMatch = z.infer<typeof match>;

const positions = z.array(z.int());

const importPreview = z.object({
  /** The rows of products that exist. */
  matches: z.array(match),
  /** The rows that several products fit. */
  several: positions,
  /** The rows of no product, whose name a product has. */
  known: positions,
  /** The rows whose code another product has. */
  taken: positions,
  /** The categories that the rows name and the shop lacks, those on the way to others included. */
  newCategories: z.array(z.string()),
});
export type ImportPreview = z.infer<typeof importPreview>;

/** Products from a spreadsheet. */
export const importContract = {
  /** Compares rows with the products of the shop. Cells that are not valid are left out of a row. */
  previewImport: manage('POST /admin/products/import/preview', 'What an import would change', {
    writes: false,
    maxBody: MAX_IMPORT_BYTES,
  })
    .input(
      z.object({
        /** A product without a code is also recognised by its name. */
        key: z.enum(IMPORT_KEYS),
        rows: z.array(cells.partial().extend({ id: id.optional() })).max(MAX_PRODUCTS),
        /** The categories of the whole file, where these are a part of its rows: the answer names all that are new. */
        categories: z.array(cell).max(MAX_CATEGORIES).default([]),
      }),
    )
    .output(importPreview),
  /**
   * Creates a product of every row, changes those of `changes`, and creates the categories they name, atomically. A
   * repeated key is the same import and returns its result.
   */
  importProducts: manage(
    'POST /admin/products/import',
    'Create and change up to 10,000 products, all or none',
    {
      maxBody: MAX_IMPORT_BYTES,
      change: ({ file }: { file?: string }) => `Imported {products}${file ? ` from ${file}` : ''}`,
    },
  )
    .errors({
      ...raises('KEY_REUSED'),
      /** The first hundred bad cells, and how many rows are bad in all. */
      ...raisesWith('ROWS_REFUSED', z.object({ cells: z.array(refusedCell), rows: z.int() })),
      /** The first hundred rows that the shop no longer fits, and how many there are in all. */
      ...raisesWith('ROWS_CHANGED', z.object({ stale: z.array(staleRow), rows: z.int() })),
    })
    .input(
      z
        .object({
          idempotencyKey: id,
          /** The name of the spreadsheet, for the history. */
          file: text(200).optional(),
          /** What new rows must not find in the shop. Without it, names may be those of other products. */
          key: z.enum(IMPORT_KEYS).optional(),
          /** The status of the new products. */
          status: z.enum(PRODUCT_STATUSES).default('published'),
          rows: z.array(importRow).default([]),
          changes: z.array(importChange).default([]),
          /** Only compared again: a product that was changed since the preview is listed. */
          unchanged: z.array(unchangedRow).default([]),
        })
        .superRefine(({ rows, changes, unchanged }, context) => {
          const count = rows.length + changes.length;
          const message =
            count === 0
              ? 'There is nothing to import'
              : count + unchanged.length > MAX_PRODUCTS
                ? `At most ${formatCount(MAX_PRODUCTS)} products can be imported at once`
                : undefined;
          if (message) context.addIssue({ code: 'custom', path: ['rows'], message });
        }),
    )
    .output(imported),
  /**
   * How many products of the import with this key are written so far. They are in the shop only once all are; an
   * import that was cancelled, failed or has not begun has none.
   */
  getImportProgress: manage('GET /admin/products/imports/{idempotencyKey}', 'Progress of an import')
    .input(z.object({ idempotencyKey: id }))
    .output(z.object({ written: z.int() })),
  /**
   * Cancels the import with this key: nothing more is written. One that was finished before stays, and its
   * result is returned.
   */
  cancelImport: manage('DELETE /admin/products/imports/{idempotencyKey}', 'Cancel an import')
    .input(z.object({ idempotencyKey: id }))
    .output(imported),
};
