import { plainAmount } from '#shared/typed-amount.ts';

const NUMBER = /^-?(\d+\.?\d*|\.\d+)$/;

/**
 * Parses the value field of a promotion, per cent or naira: '2,500' → 2500; empty → undefined; anything else
 * → NaN, which the form refuses with a message. '7,5' is rejected because it could mean 75 or 7.5.
 */
export function typedValue(typed: unknown): number | undefined {
  const amount = plainAmount(String(typed ?? '').replace(/%\s*$/, ''));
  if (amount === '') return undefined;
  return NUMBER.test(amount) ? Number(amount) : Number.NaN;
}
