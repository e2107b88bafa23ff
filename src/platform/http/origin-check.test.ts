import { expect, test } from 'vitest';
import { isForeignWrite } from './origin-check.ts';

const SHOP = 'https://shop.example';
const scenarios: [string, string, Record<string, string>, string, boolean][] = [
  ['reads are free', 'GET', { origin: 'https://evil.example', cookie: 'a=b' }, SHOP, false],
  ['our own page', 'POST', { origin: SHOP, cookie: 'a=b' }, SHOP, false],
  ['another site', 'POST', { origin: 'https://evil.example', cookie: 'a=b' }, SHOP, true],
  ['another site without a cookie', 'POST', { origin: 'https://evil.example' }, SHOP, true],
  ['another scheme', 'POST', { origin: 'http://shop.example' }, SHOP, true],
  ['a sandboxed frame', 'POST', { origin: 'null', cookie: 'a=b' }, SHOP, true],
  [
    'no origin, but the browser vouches',
    'POST',
    { 'sec-fetch-site': 'same-origin', cookie: 'a=b' },
    SHOP,
    false,
  ],
  ['no origin, a sibling site', 'POST', { 'sec-fetch-site': 'same-site', cookie: 'a=b' }, SHOP, true],
  ['a script without a session', 'POST', {}, SHOP, false],
  ['a script with a session and no word of where it runs', 'DELETE', { cookie: 'a=b' }, SHOP, true],
  [
    'one machine by its other name',
    'POST',
    { origin: 'http://127.0.0.1:3000' },
    'http://localhost:3000',
    false,
  ],
  ['one machine, another port', 'POST', { origin: 'http://127.0.0.1:4000' }, 'http://localhost:3000', true],
];

test.each(scenarios)('%s', (_, method, headers, publicUrl, foreign) => {
  expect(isForeignWrite(new Request(`${SHOP}/api`, { method, headers }), publicUrl)).toBe(foreign);
});
