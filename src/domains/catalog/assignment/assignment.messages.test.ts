import { expect, test } from 'vitest';
import { changeText } from './assignment.messages.ts';

test('the numbers of a save in the assign dialog, before and after', () => {
  expect(changeText({ joined: 0, moved: 0, left: 0 }, 'future')).toBe('Nothing is changed yet');
  expect(changeText({ joined: 1, moved: 0, left: 0 }, 'future')).toBe('1 product will join');
  expect(changeText({ joined: 1200, moved: 2, left: 1 }, 'future')).toBe(
    '1,200 products will join (2 from another promotion), 1 product will leave',
  );
  expect(changeText({ joined: 0, moved: 0, left: 3 }, 'past')).toBe('3 products left');
  expect(changeText({ joined: 0, moved: 0, left: 0 }, 'past')).toBe('Everything was so already');
});
