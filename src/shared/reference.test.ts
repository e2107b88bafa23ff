import { expect, test } from 'vitest';
import { textOf } from './errors.ts';
import { referenceOf, splitReference } from './reference.ts';

const id = '0193a2c4-5d6e-4f70-8a9b-1c2d3e4f5a6b';

test('the reference of a logged error is added to its message and can be extracted again', () => {
  const text = textOf('UNEXPECTED', { reference: id });
  expect(text).toBe(`Something went wrong on our side. Please try again. Reference: ${id}`);
  expect(splitReference(text)).toEqual({
    sentence: 'Something went wrong on our side. Please try again.',
    reference: id,
  });
  expect(referenceOf(new Error(textOf('BUSY', { reference: id })))).toBe(id);
});

test.each([
  ['The shop is busy. Please try again.'],
  [`Reference: ${id}`],
  ['Look there. Reference: <b>0193a2c4</b>'],
  [`Reference: ${id} is over.`],
])('there is no reference in %s', (text) => {
  expect(referenceOf(new Error(text))).toBeUndefined();
  expect(splitReference(text).sentence).toBe(text);
});
