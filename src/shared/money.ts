import { DEFAULT_CURRENCY, LOCALE } from '#brand/locale.ts';

/**
 * Money is an integer number of kobo, hundredths of the shop's currency, in all code. On the wire and in the browser's store it is a JSON number of
 * naira, in the database numeric(12,2). All conversions use the decimal text: 1.15 * 100 is 114.99999999999999 in
 * floating point.
 */
declare const koboBrand: unique symbol;
export type Kobo = number & { readonly [koboBrand]: true };

/** An integer number of kobo, from arithmetic on kobo. Throws RangeError if it is not an integer. */
export function kobo(amount: number): Kobo {
  if (!Number.isSafeInteger(amount)) throw new RangeError(`Not a whole number of kobo: ${amount}`);
  return amount as Kobo;
}

const DECIMAL = /^(-?)(\d+)(?:\.(\d{1,2})0*)?$/;

/** '12500.5' → 1250050 kobo. Throws RangeError for anything but a decimal with at most two places. */
export function koboOfText(text: string): Kobo {
  const match = DECIMAL.exec(text.trim());
  if (!match) throw new RangeError(`Not an amount of money: ${text.slice(0, 40)}`);
  const [, sign, whole, fraction = ''] = match;
  const amount = Number(whole) * 100 + Number(fraction.padEnd(2, '0'));
  return kobo(sign && amount !== 0 ? -amount : amount);
}

/** A wire number of naira → kobo. */
export const koboOfNaira = (naira: number): Kobo => koboOfText(String(naira));

/** Kobo → '12500.50', the format of the database. */
export function textOfKobo(amount: Kobo): string {
  const digits = String(Math.abs(amount)).padStart(3, '0');
  return `${amount < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

/** Kobo → the wire number of naira. */
export const nairaOfKobo = (amount: Kobo): number => Number(textOfKobo(amount));

export const sumOfKobo = (amounts: readonly Kobo[]): Kobo => kobo(amounts.reduce((sum, one) => sum + one, 0));

/**
 * '₦12,500.00': the narrow sign, thousands separated, always two decimals. Written after the example of the currency,
 * because the first use of Intl is the longest task of a page on a cheap phone (decision 0064).
 */
export function formatMoney(amount: Kobo, currency = DEFAULT_CURRENCY): string {
  let example = examples.get(currency);
  if (example === undefined) {
    example = moneyExampleOf(currency);
    examples.set(currency, example);
  }
  return writtenLike(example, amount) ?? formatted(amount, currency);
}

/** An amount of each currency with all its digits; '' where amounts are not written like it. */
const examples = new Map<string, string>();

/** Takes the example of a currency (`moneyExampleOf`) from the server, so that Intl is not needed. */
export function setMoneyExample(currency: string, example: string): void {
  examples.set(currency, example);
}

/** '₦8,888,888,888,888.88': an amount that has all digits of the largest; '' if smaller ones are written otherwise. */
export function moneyExampleOf(currency: string): string {
  const example = formatted(kobo(888_888_888_888_888), currency);
  const others = [kobo(0), kobo(123_450), kobo(1_234_567)];
  return others.every((amount) => writtenLike(example, amount) === formatted(amount, currency))
    ? example
    : '';
}

/** Undefined for what the example does not show: a negative amount, or one with more digits. */
function writtenLike(example: string, amount: Kobo): string | undefined {
  const [, sign, body, unit] = /^(\D*)(.*\d)(\D*)$/.exec(example) ?? [];
  if (body === undefined || amount < 0) return undefined;
  const digits = [...String(amount).padStart(3, '0')];
  let text = '';
  for (let at = body.length - 1; at >= 0 && digits.length > 0; at--) {
    text = (body[at] === '8' ? digits.pop() : body[at]) + text;
  }
  return digits.length > 0 ? undefined : `${sign}${text}${unit}`;
}

const formatters = new Map<string, Intl.NumberFormat>();

function formatted(amount: Kobo, currency: string): string {
  let formatter = formatters.get(currency);
  if (!formatter) {
    formatter = new Intl.NumberFormat(LOCALE, {
      style: 'currency',
      currency,
      currencyDisplay: 'narrowSymbol',
      minimumFractionDigits: 2,
      maximumFractionDigits: 2,
    });
    formatters.set(currency, formatter);
  }
  // The text, not the float: Intl formats a decimal string exactly.
  return formatter.format(textOfKobo(amount) as unknown as number);
}

/** What may stand before a typed amount: the sign and the code of the currency, '₦' and 'NGN'. */
export const signsOf = (currency: string): readonly string[] => [
  currency,
  formatMoney(kobo(0), currency).replace(/[\d.,\s]/g, ''),
];
