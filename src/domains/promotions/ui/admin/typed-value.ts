import { plainAmount } from '#shared/typed-amount.ts';

const NUMBER = /^-?(\d+\.?\d*|\.\d+)$/;

/**
 * What stands in the field of a promotion's value, per cent or naira: '2,500' → 2500; nothing → undefined; anything
 * else → NaN, which the form refuses in words. '7,5' is no number here: it would be read as 75 as easily as 7.5.
 */
export function typedValue(typed: unknown): number | undefined {
  const amount = plainAmount(String(typed ?? '').replace(/%\s*$/, ''));
  if (amount === '') return undefined;
  return NUMBER.test(amount) ? Number(amount) : Number.NaN;
}
