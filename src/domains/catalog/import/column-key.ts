/** Normalises a column name for comparison: 'Body (HTML)' → 'body html'. */
export const columnKey = (name: string): string =>
  name
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{Letter}\p{Number}]+/gu, ' ')
    .trim();
