import { expect, test } from 'vitest';
import { signInByEitherInput } from './sign-in-input.ts';

const read = (email: string) => signInByEitherInput.safeParse({ email, password: 'secret1' });

test.each([
  ['ada@example.com', 'ada@example.com'],
  [' ada@example.com ', 'ada@example.com'],
  ['+234 801 234 5678', '+2348012345678'],
  ['00234 801 234 5678', '+2348012345678'],
  ['0801 234 5678', '+2348012345678'],
])('OPEN-37 the one field reads %j as %j', (typed, email) => {
  expect(read(typed).data?.email).toBe(email);
});

test.each([
  ['', 'Please enter a valid email address or phone number'],
  ['ada', 'Please enter a valid email address or phone number'],
  ['ada@', 'Please enter a valid email address'],
  ['801 234 5678', 'Please enter the number with its country code, such as +2348012345678'],
])('OPEN-37 AUTH-05 %j is answered: %s', (typed, message) => {
  expect(read(typed).error?.issues.map((issue) => issue.message)).toEqual([message]);
});
