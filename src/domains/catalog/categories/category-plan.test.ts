import { expect, test } from 'vitest';
import { namesInPlan, planCategories } from './category-plan.ts';

const keyOf = (name: string) => name.toLowerCase();
const known = (...tree: [name: string, parentId: string | null][]) =>
  tree.map(([name, parentId], displayOrder) => ({
    id: name,
    name,
    key: keyOf(name),
    parentId,
    displayOrder,
  }));

function planned(tree: ReturnType<typeof known>, ...texts: string[]) {
  let count = 0;
  const names = new Set(namesInPlan(texts));
  const { create, idOf } = planCategories(tree, texts, {
    keyOf: (name) => {
      expect(names).toContain(name);
      return keyOf(name);
    },
    newId: () => `new ${++count}`,
  });
  const nameOf = (id: string | null) => create.find((one) => one.id === id)?.name ?? id;
  return {
    created: create.map(({ name, parentId, displayOrder }) => [name, nameOf(parentId), displayOrder]),
    texts: create.map(({ text }) => text),
    meant: Object.fromEntries([...idOf].map(([text, id]) => [text, nameOf(id)])),
  };
}

test('a path becomes a tree, and each level is created once', () => {
  expect(planned(known(['Caps', null]), 'Women > Dresses > Maxi', 'women > Skirts', 'WOMEN', 'Caps')).toEqual(
    {
      created: [
        ['Women', null, 1],
        ['Dresses', 'Women', 0],
        ['Maxi', 'Dresses', 0],
        ['Skirts', 'Women', 1],
      ],
      texts: ['Women', 'Women > Dresses', 'Women > Dresses > Maxi', 'women > Skirts'],
      meant: { 'Women > Dresses > Maxi': 'Maxi', 'women > Skirts': 'Skirts', WOMEN: 'Women', Caps: 'Caps' },
    },
  );
});

test('an existing category is used wherever it is in the tree', () => {
  expect(
    planned(known(['Gele', null], ['Women', null], ['Dresses', 'Women']), 'Women > Gele', 'Dresses'),
  ).toEqual({
    created: [],
    texts: [],
    meant: { 'Women > Gele': 'Gele', Dresses: 'Dresses' },
  });
});

test('one name below two parents is two categories', () => {
  const both = ['Men > Shirts', 'Women > Shirts', 'women > shirts'];
  expect(planned([], ...both).meant).toEqual({
    'Men > Shirts': 'Shirts',
    'Women > Shirts': 'Shirts (Women)',
    'women > shirts': 'Shirts (Women)',
  });
  // A second import finds the same ones.
  const tree = known(['Men', null], ['Shirts', 'Men'], ['Women', null], ['Shirts (Women)', 'Women']);
  expect(planned(tree, ...both)).toMatchObject({
    created: [],
    meant: { 'Women > Shirts': 'Shirts (Women)' },
  });
});

test('a category below itself, and a name of maximum length', () => {
  expect(planned([], 'Lace > Lace').created).toEqual([['Lace', null, 0]]);
  const long = 'x'.repeat(100);
  const { created } = planned([], `A > ${long}`, `B > ${long}`);
  expect(created.at(-1)?.[0]).toBe(`${'x'.repeat(96)} (B)`);
});

test('the exact path of a category is that category, also where names contain the separator', () => {
  const tree = known(['A>B', null], ['C > D', 'A>B'], ['A', null]);
  expect(planned(tree, 'A>B', 'A>B > C > D', 'A > B')).toEqual({
    created: [['B', 'A', 0]],
    texts: ['A > B'],
    meant: { 'A>B': 'A>B', 'A>B > C > D': 'C > D', 'A > B': 'B' },
  });
});
