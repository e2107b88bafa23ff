import { DEFAULT_CURRENCY } from '#brand/locale.ts';
import { signsOf } from './money.ts';

const GROUPED = /^\d{1,3}(,\d{3})+(\.\d+)?$/;

/**
 * Normalises a typed amount, without the shop's currency and thousands separators: '₦12,500.00' → '12500.00'. Commas
 * are removed only between thousands: '12,50' is ambiguous and returned unchanged, so that validation refuses it, as
 * it refuses the sign of another currency.
 */
export function plainAmount(typed: string, currency = DEFAULT_CURRENCY): string {
  const text = typed.trim();
  const sign = signsOf(currency).find((one) => text.toUpperCase().startsWith(one.toUpperCase())) ?? '';
  const amount = text.slice(sign.length).trimStart();
  return GROUPED.test(amount) ? amount.replaceAll(',', '') : amount;
}
