import fc from 'fast-check';
import { expect, test } from 'vitest';
import { formatMoney, kobo, koboOfNaira, koboOfText, nairaOfKobo, sumOfKobo, textOfKobo } from './money.ts';

test('CONST-01 OPEN-02 money is ₦ with thousands separators and two decimals', () => {
  expect(formatMoney(koboOfText('12500'))).toBe('₦12,500.00');
  expect(formatMoney(kobo(5))).toBe('₦0.05');
  expect(formatMoney(koboOfText('9999999999.99'))).toBe('₦9,999,999,999.99');
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
