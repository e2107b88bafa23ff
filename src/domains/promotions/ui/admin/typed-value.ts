import { plainAmount } from '#shared/typed-amount.ts';

const NUMBER = /^-?(\d+\.?\d*|\.\d+)$/;

/**
 * Parses the value field of a promotion, per cent or an amount: '2,500' → 2500; empty → undefined; anything else
 * → NaN, which the form refuses with a message. '7,5' is rejected because it could mean 75 or 7.5.
 */
export function typedValue(typed: unknown, currency?: string): number | undefined {
  const amount = plainAmount(String(typed ?? '').replace(/%\s*$/, ''), currency);
  if (amount === '') return undefined;
  return NUMBER.test(amount) ? Number(amount) : Number.NaN;
}
