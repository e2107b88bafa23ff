const CURRENCY = /^(₦|NGN)\s*/i;
const GROUPED = /^\d{1,3}(,\d{3})+(\.\d+)?$/;

/**
 * An amount as people write it, without its currency and the commas between thousands: '₦12,500.00' → '12500.00'.
 * Commas count only where thousands end: '12,50' could mean either, so it comes back as it is, for its reader to
 * refuse like any other text that is no number.
 */
export function plainAmount(typed: string): string {
  const amount = typed.trim().replace(CURRENCY, '');
  return GROUPED.test(amount) ? amount.replaceAll(',', '') : amount;
}
