import fc from 'fast-check';
import { expect, onTestFinished, test, vi } from 'vitest';
import {
  formatMoney,
  kobo,
  koboOfNaira,
  koboOfText,
  moneyExampleOf,
  nairaOfKobo,
  setMoneyExample,
  sumOfKobo,
  textOfKobo,
} from './money.ts';

test('CONST-01 OPEN-02 money is ₦ with thousands separators and two decimals', () => {
  expect(formatMoney(koboOfText('12500'))).toBe('₦12,500.00');
  expect(formatMoney(kobo(5))).toBe('₦0.05');
  expect(formatMoney(koboOfText('9999999999.99'))).toBe('₦9,999,999,999.99');
});

test('amounts are written as Intl writes them, whatever their size and currency', () => {
  const currencies = ['NGN', 'USD', 'EUR', 'INR', 'CHF', 'XAF', 'BRL'];
  const amounts = fc.integer({ min: -999_999_999_999, max: Number.MAX_SAFE_INTEGER });
  fc.assert(
    fc.property(fc.constantFrom(...currencies), amounts, (currency, amount) => {
      const intl = new Intl.NumberFormat('en-NG', {
        style: 'currency',
        currency,
        currencyDisplay: 'narrowSymbol',
        minimumFractionDigits: 2,
        maximumFractionDigits: 2,
      });
      expect(formatMoney(kobo(amount), currency)).toBe(
        intl.format(textOfKobo(kobo(amount)) as unknown as number),
      );
    }),
  );
});

test('with the example of the server, amounts are written without Intl', () => {
  const example = moneyExampleOf('NGN');
  expect(example).toBe('₦8,888,888,888,888.88');
  setMoneyExample('ZZZ', example.replace('₦', 'Z '));
  vi.stubGlobal('Intl', undefined);
  onTestFinished(() => void vi.unstubAllGlobals());
  expect(formatMoney(kobo(1_234_500), 'ZZZ')).toBe('Z 12,345.00');
  expect(formatMoney(kobo(7), 'ZZZ')).toBe('Z 0.07');
});

test('DATA-02 string prices are parsed through their decimal text', () => {
  expect(nairaOfKobo(koboOfText('12.50'))).toBe(12.5);
  expect(koboOfText('1.15')).toBe(115);
  for (const bad of ['', 'abc', '1.234', '1e5', 'NaN', '--1', '1,000'])
    expect(() => koboOfText(bad)).toThrow(RangeError);
});

test('every amount survives the conversion to the database, to the wire and back', () => {
  fc.assert(
    fc.property(fc.integer({ min: -999_999_999_999, max: 999_999_999_999 }), (n) => {
      expect(koboOfText(textOfKobo(kobo(n)))).toBe(n === 0 ? 0 : n);
      expect(koboOfNaira(nairaOfKobo(kobo(n)))).toBe(n === 0 ? 0 : n);
    }),
  );
});

test('sums stay integers', () => {
  expect(sumOfKobo([koboOfText('0.10'), koboOfText('0.20')])).toBe(30);
  expect(() => kobo(0.5)).toThrow(RangeError);
});
