import { expect, test } from 'vitest';
import { z } from 'zod';
import { isId, randomId } from './random-id.ts';
import { id } from './shapes.ts';

test('a random id is a UUID, and no two are equal', () => {
  const ids = Array.from({ length: 200 }, randomId);
  for (const id of ids) expect(z.uuidv4().safeParse(id).success).toBe(true);
  expect(new Set(ids).size).toBe(200);
});

test.each([
  '00000000-0000-0000-0000-000000000001',
  '11111111-FFFF-ffff-ffff-fffffffffff0',
  'abc',
  '00000000-0000-0000-0000-00000000000g',
])('pages and contracts accept the same ids: %s', (text) => {
  expect(id.safeParse(text).success).toBe(isId(text));
});
