import type { ParsedProducts } from './csv-products.ts';

/** The rows that can become new products, and those with errors. */
export const splitRows = ({ rows, ...rest }: ParsedProducts) => ({
  ...rest,
  products: rows.filter(({ faults }) => faults.length === 0).map(({ product, row }) => ({ ...product, row })),
  badRows: rows.filter(({ faults }) => faults.length > 0),
});
