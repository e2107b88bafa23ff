import { createHash } from 'node:crypto';

export interface HashedLine {
  productId: string;
  note: string | null;
  promotionCode: string | null;
}

/**
 * Identifies equal submissions: products, notes and promotion codes, in any order. Prices are excluded, so
 * that the retry after a confirmed price change keeps its key.
 */
export function bodyHash(lines: readonly HashedLine[]): string {
  const parts = lines
    .map(({ productId, note, promotionCode }) =>
      JSON.stringify([productId.toLowerCase(), note ?? '', (promotionCode ?? '').toLowerCase()]),
    )
    .sort();
  return createHash('sha256').update(parts.join('\n')).digest('hex');
}
