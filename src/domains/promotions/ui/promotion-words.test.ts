import { expect, test } from 'vitest';
import { dayText } from '#shared/dates.ts';
import { sentenceOf, titleOf } from './promotion-words.ts';

const promotion = { name: 'Owambe Season', tagLine: '₦5,000 off', description: 'Because.', code: 'OWAMBE5K' };

test('HOME-13 a promotion without a name is called Special Promotion!', () => {
  expect(titleOf(promotion)).toBe('Owambe Season');
  expect(titleOf({ ...promotion, name: '  ' })).toBe('Special Promotion!');
});

test('HOME-14 the sentence is the tag line, else the description, else the code', () => {
  expect(sentenceOf(promotion)).toBe('₦5,000 off');
  expect(sentenceOf({ ...promotion, tagLine: '' })).toBe('Because.');
  expect(sentenceOf({ ...promotion, tagLine: ' ', description: '' })).toBe('OWAMBE5K');
});

test('a day is formatted the same in every time zone', () => {
  expect(dayText('2026-12-14')).toBe('14 December');
  expect(dayText('2026-12-14', { month: 'short', year: 'numeric' })).toBe('14 Dec 2026');
});
