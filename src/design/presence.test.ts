import { expect, test } from 'vitest';
import { presenceText } from './presence.tsx';

const [ada, bisi, chi] = ['Ada', 'Bisi', 'Chi'].map((name) => ({ name, isTyping: false }));

test('COLLAB-01 one is named with what they do, several by the first and the number of others', () => {
  expect(presenceText([])).toBe('');
  expect(presenceText([ada!])).toBe('Ada is here');
  expect(presenceText([{ ...ada!, isTyping: true }])).toBe('Ada is typing');
  expect(presenceText([ada!, bisi!])).toBe('Ada and 1 other');
  expect(presenceText([ada!, { ...bisi!, isTyping: true }, chi!])).toBe('Bisi and 2 others');
});
