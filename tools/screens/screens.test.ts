import { globSync } from 'node:fs';
import { expect, test } from 'vitest';
import { ADMIN_SCREENS, NO_SCREEN, SHOP_SCREENS } from './screens.ts';

const ALL = [...SHOP_SCREENS, ...ADMIN_SCREENS];

test('each screen of the shop and the back office is in docs/screens.md', () => {
  const routes = globSync('**/*.tsx', { cwd: 'src/routes' })
    .map((path) => path.replace(/\.tsx$/, ''))
    .filter((path) => !/(^|\/)(-|__root$|_layout$|route$)/.test(path));
  expect([...ALL.map(({ route }) => route), ...Object.keys(NO_SCREEN)]).toEqual(
    expect.arrayContaining(routes),
  );
  expect(routes).toEqual(expect.arrayContaining(ALL.map(({ route }) => route)));
});

test('each screen has a picture of its own', () => {
  const names = ALL.map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
});
