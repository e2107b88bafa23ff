const CURRENCY = /^(₦|NGN)\s*/i;
const GROUPED = /^\d{1,3}(,\d{3})+(\.\d+)?$/;

/**
 * Normalises a typed amount, without currency and thousands separators: '₦12,500.00' → '12500.00'. Commas are removed
 * only between thousands: '12,50' is ambiguous and returned unchanged, so that validation refuses it.
 */
export function plainAmount(typed: string): string {
  const amount = typed.trim().replace(CURRENCY, '');
  return GROUPED.test(amount) ? amount.replaceAll(',', '') : amount;
}
