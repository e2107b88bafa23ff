import { expect, test } from 'vitest';
import { phoneText } from './phone-text.ts';

test.each([
  ['+2348031234567', '+234 803 123 4567'],
  ['+14155552671', '+1 415 555 2671'],
  ['+442079460958', '+44 207 946 0958'],
  ['2348031234567', '234 803 123 4567'],
  ['0803 123 4567', '0803 123 4567'],
  ['+123', '+123'],
])('a number is shown in groups: %s as %s', (number, text) => {
  expect(phoneText(number)).toBe(text);
});
