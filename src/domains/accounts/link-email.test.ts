import { expect, test } from 'vitest';
import { emailOfLink } from './link-email.ts';

const token = (payload: unknown) => `x.${Buffer.from(JSON.stringify(payload)).toString('base64url')}.y`;

test('a link contains the email of the account that it confirms', () => {
  expect(emailOfLink(token({ email: 'ada@example.com', iat: 1 }))).toBe('ada@example.com');
});

test.each(['', 'x', 'a.b.c', token(null), token({ email: 5 }), token([])])(
  'anything else contains none: %s',
  (text) => {
    expect(emailOfLink(text)).toBe('');
  },
);
