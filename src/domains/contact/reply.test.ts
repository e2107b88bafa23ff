import { expect, test } from 'vitest';
import { mailLinkOf, whatsappNumberOf, whatsappReplyOf } from './reply.ts';

test.each([
  ['0803 123 4567', '2348031234567'],
  ['08031234567', '2348031234567'],
  ['803-123-4567', '2348031234567'],
  ['803/123/4567', '2348031234567'],
  ['(0)803 123 4567', '2348031234567'],
  ['+234 803 123 4567', '2348031234567'],
  ['+234 (0) 803 123 4567', '2348031234567'],
  ['+234 0803 123 4567', '2348031234567'],
  ['234 803 123 4567', '2348031234567'],
  ['00234 803 123 4567', '2348031234567'],
  ['01 234 56789', null],
  ['+44 7700 900123', '447700900123'],
  ['+1 (415) 555-0132', '14155550132'],
  ['call me', null],
  ['0803 123 4567 or 0805', null],
  ['12345', null],
  ['+', null],
  ['', null],
])('the phone number %j becomes %j for WhatsApp', (phone, number) => {
  expect(whatsappNumberOf(phone)).toBe(number);
});

const message = {
  name: 'Ọṣun  Adé',
  email: 'osun@example.com',
  phone: '08031234567',
  subject: 'Agbada & cap?',
};

test("an email reply has the message's subject", () => {
  expect(mailLinkOf(message)).toBe(
    `mailto:osun@example.com?subject=Re%3A%20Agbada%20%26%20cap%3F&body=${encodeURIComponent('Hello Ọṣun Adé,\r\n\r\n')}`,
  );
  expect(mailLinkOf({ ...message, subject: 'RE: Agbada' })).toContain('?subject=RE%3A%20Agbada&');
});

test('untrusted text adds nothing to the email', () => {
  const link = mailLinkOf({
    ...message,
    email: "o'hara+a&b?bcc=x@example.com",
    subject: 'Hello\r\nBcc: you@example.com&body=x',
  });
  expect([...new URL(link).searchParams.keys()]).toEqual(['subject', 'body']);
  expect(link).not.toMatch(/%0D%0ABcc/i);
});

test('a WhatsApp reply requires a phone number', () => {
  expect(whatsappReplyOf(message, 'Aso House')).toBe(
    `https://wa.me/2348031234567?text=${encodeURIComponent('Hello Ọṣun Adé, this is Aso House. Thank you for your message.')}`,
  );
  expect(whatsappReplyOf({ ...message, phone: null }, 'Aso House')).toBeNull();
  expect(whatsappReplyOf({ ...message, phone: 'ask my sister' }, 'Aso House')).toBeNull();
});
