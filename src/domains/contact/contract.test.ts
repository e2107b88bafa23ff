import { expect, test } from 'vitest';
import { contactMessage, LONGEST } from './contract.ts';

const good = {
  name: 'Ọṣun',
  email: 'osun@example.com',
  phone: '',
  subject: 'Two agbada',
  message: 'For a wedding.',
};

test.each([
  ['name', 'Please use at most 100 characters'],
  ['email', 'Please use at most 254 characters'],
  ['phone', 'Please use at most 40 characters'],
  ['subject', 'Please use at most 200 characters'],
  ['message', 'Please use at most 5,000 characters'],
] as const)("CONTACT-10 %s that is too long is refused with the shop's message", (field, message) => {
  const long = 'x'.repeat(LONGEST[field] + 1);
  const { error } = contactMessage.safeParse({ ...good, [field]: long });
  expect(error?.issues.map(({ path, message }) => [...path, message])).toEqual([[field, message]]);
});
