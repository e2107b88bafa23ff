import { readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { adminLinks, innerLinks, ownerLinks } from './admin-links.ts';

/** Screens that need something that is chosen elsewhere. */
const CHOSEN_ELSEWHERE = ['/admin/orders/print'];

test('BULK-05 the command menu has every screen of the back office', () => {
  const screens = readdirSync(new URL('../_layout/', import.meta.url))
    .filter((file) => !/^-|\$/.test(file))
    .map((file) => `/admin/${file.replace(/(\.index)?\.tsx$/, '').replaceAll('.', '/')}`);
  const links = [...adminLinks, ...ownerLinks, ...innerLinks];
  const offered = new Set<string>(links.map(({ to }) => to));
  expect([...offered, ...CHOSEN_ELSEWHERE].sort()).toEqual(screens.sort());
  expect(new Set(links.map(({ label }) => label)).size).toBe(links.length);
});
