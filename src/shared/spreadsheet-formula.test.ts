import { expect, test } from 'vitest';
import { escapeFormula, unescapeFormula } from './spreadsheet-formula.ts';

const FORMULAS = [
  '=1+1',
  '+234',
  '-5',
  '@SUM(A1)',
  '\t=1',
  '\r=1',
  '\n',
  '  =1',
  '＝1',
  '＋1',
  "'=1",
  "''@x",
];
const HARMLESS = ['Gele', 'a=b', '5-6', 'x@y.z', "'til Sunday", "'", '', ' plain '];

test.each(FORMULAS)('the formula %j begins with an apostrophe, which is removed again', (text) => {
  expect(escapeFormula(text)).toBe(`'${text}`);
  expect(unescapeFormula(`'${text}`)).toBe(text);
});

test.each(HARMLESS)('%j stays as it is both ways', (text) => {
  expect(escapeFormula(text)).toBe(text);
  expect(unescapeFormula(text)).toBe(text);
});
