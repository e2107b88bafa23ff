import fc from 'fast-check';
import { expect, test } from 'vitest';
import { providerUserOf } from './provider-user.ts';

const claims = {
  email: ' Ada.Obi@Example.COM ',
  email_verified: true,
  given_name: 'Ada',
  family_name: 'Obi',
};

test('a user as the provider knows them, with the email in lower case', () => {
  expect(providerUserOf('sub-1', claims)).toEqual({
    subject: 'sub-1',
    email: 'ada.obi@example.com',
    emailConfirmed: true,
    firstName: 'Ada',
    lastName: 'Obi',
  });
});

test.each([
  [{ name: 'Ẹwà Ọṣun Adé' }, 'Ẹwà', 'Ọṣun Adé'],
  [{ name: 'Madonna' }, 'Madonna', ''],
  [{ given_name: 'A', family_name: 'O' }, 'ada.obi', ''],
  [
    { given_name: 'Ada\r\nBcc: everybody@example.com', family_name: 'O\u0000bi' },
    'Ada Bcc: everybody@example.com',
    'O bi',
  ],
  [{ given_name: '\u202eadA', family_name: 'x'.repeat(5000) }, 'adA', 'x'.repeat(100)],
  [{ given_name: 7, family_name: ['Obi'], name: { first: 'Ada' } }, 'ada.obi', ''],
  [{ given_name: '👗'.repeat(80) }, '👗'.repeat(50), ''],
])('names %j are adjusted to the rules of a registration', (names, firstName, lastName) => {
  const { given_name: _, family_name: __, ...rest } = claims;
  expect(providerUserOf('sub-1', { ...rest, ...names })).toMatchObject({ firstName, lastName });
});

test.each([
  [{ email: 'ada@example' }],
  [{ email: 'ada obi@example.com' }],
  [{ email: 'ada@example.com\r\nBcc: you@example.com' }],
  [{ email: 'ada\u0000@example.com' }],
  [{ email: `${'a'.repeat(250)}@example.com` }],
  [{ email: undefined }],
  [{ email: ['ada@example.com'] }],
])('%j is not a valid email, so nothing is confirmed', (change) => {
  expect(providerUserOf('sub-1', { ...claims, ...change })).toMatchObject({
    email: null,
    emailConfirmed: false,
  });
});

test.each([
  [true, true],
  ['true', true],
  [false, false],
  ['false', false],
  ['yes', false],
  [1, false],
  [undefined, false],
])('email_verified %j means %j', (claim, emailConfirmed) => {
  expect(providerUserOf('sub-1', { ...claims, email_verified: claim })).toMatchObject({ emailConfirmed });
});

test('whatever a provider sends, the stored values fit their columns and one line', () => {
  fc.assert(
    fc.property(
      fc.dictionary(fc.constantFrom('name', 'given_name', 'family_name', 'email'), fc.anything()),
      (claim) => {
        const { firstName, lastName, email } = providerUserOf('sub-1', claim);
        for (const text of [firstName, lastName, email ?? '']) {
          expect(text.length).toBeLessThanOrEqual(254);
          expect(text).not.toMatch(/\p{Cc}/u);
          expect(text.isWellFormed()).toBe(true);
        }
        for (const name of [firstName, lastName]) expect(name === '' || name.length >= 2).toBe(true);
      },
    ),
  );
});
