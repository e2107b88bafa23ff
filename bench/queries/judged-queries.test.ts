import { expect, test } from 'vitest';
import { judgedQueries, KINDS, readJudgedQueries } from './judged-queries.ts';
import { reciprocalRank, scoreOf, scoresByKind } from './score.ts';

const HEADER = 'kind\tquery\treason\tproducts';
const read = (...lines: string[]) => readJudgedQueries([HEADER, ...lines, ''].join('\n'));

test('at least 300 queries are judged, 20 or more of each kind, with products of the demo store', () => {
  const judged = judgedQueries();
  expect(judged.length).toBeGreaterThanOrEqual(300);
  for (const kind of KINDS) {
    expect(judged.filter((one) => one.kind === kind).length, kind).toBeGreaterThanOrEqual(20);
  }
  for (const { query, products } of judged) expect(products.size, query).toBeGreaterThan(0);
});

test('a category stands for the products in and below it', () => {
  const [leaf, parent] = read('category\tbubu\twhy\tall of Bubu', 'category\tmen\twhy\tall of Men');
  expect(leaf!.products.size).toBe(3);
  expect(parent!.products).toContain('Charcoal Senator, Single Pleat');
});

test('a line with a fault is refused by its number', () => {
  const good = 'exact\tkufi\twhy\tVelvet Kufi, Wine';
  expect(() => read(good, 'exact\tcap\twhy\tBlue Wool Cap')).toThrow("line 3: there is no 'Blue Wool Cap'");
  expect(() => read('exact\tcap\twhy\tall of Hats')).toThrow("line 2: there is no 'all of Hats'");
  expect(() => read('guess\tcap\twhy\tRed Wool Cap')).toThrow("line 2: there is no kind 'guess'");
  expect(() => read(good, good)).toThrow("line 3: 'kufi' is there twice");
  expect(() => read('exact\tcap\t\tRed Wool Cap')).toThrow('line 2: not four cells');
  expect(() => read('exact\tcap\tRed Wool Cap')).toThrow('line 2: not four cells');
  expect(() => readJudgedQueries(good)).toThrow('The first line is not');
});

test('the rank is that of the first right hit; nothing found counts as 0', () => {
  const [first, second] = read('exact\tred wool cap\twhy\tRed Wool Cap', 'plural\tcaps\twhy\tall of Fila');
  const answers = [
    { judged: first!, found: ['Velvet Kufi, Wine', 'Red Wool Cap'] },
    { judged: second!, found: ['Velvet Kufi, Wine', 'Red Wool Cap'] },
    { judged: second!, found: [] },
    { judged: second!, found: ['Sky Blue Jalabiya'] },
  ];
  expect(answers.map(reciprocalRank)).toEqual([0.5, 1, 0, 0]);
  expect(scoreOf(answers)).toEqual({ queries: 4, rank: 0.375, nothing: 0.25 });
  expect(scoresByKind(answers).map(([kind, { queries }]) => [kind, queries])).toEqual([
    ['exact', 1],
    ['plural', 3],
  ]);
});
