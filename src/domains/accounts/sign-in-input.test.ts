import { expect, test } from 'vitest';
import { signInContract } from './sign-in.contract.ts';
import { registerInput, signInInput } from './sign-in-input.ts';

const good = {
  firstName: 'Ada',
  lastName: 'Obi',
  email: 'ada@example.com',
  password: 'secret',
  confirmPassword: 'secret',
};
const messagesOf = (input: object) =>
  registerInput
    .safeParse({ ...good, ...input })
    .error?.issues.map(({ path, message }) => [path[0], message]) ?? [];

test('AUTH-08 five valid fields are accepted', () => {
  expect(messagesOf({})).toEqual([]);
});

test.each([
  ['AUTH-09', { firstName: 'A' }, ['firstName', 'First name must be at least 2 characters']],
  ['AUTH-10', { lastName: 'O' }, ['lastName', 'Last name must be at least 2 characters']],
  ['AUTH-11', { email: 'abc' }, ['email', 'Please enter a valid email address']],
  [
    'AUTH-12 OPEN-31',
    { password: '12345', confirmPassword: '123456' },
    ['password', 'Password must be at least 6 characters'],
  ],
  [
    'AUTH-13 OPEN-31',
    { confirmPassword: '12345' },
    ['confirmPassword', 'Password must be at least 6 characters'],
  ],
  ['AUTH-14', { confirmPassword: 'secreT' }, ['confirmPassword', "Passwords don't match"]],
])('%s %j is refused with its message', (_, input, message) => {
  expect(messagesOf(input)).toEqual([message]);
});

test('AUTH-14 the mismatch is reported even when another field is invalid', () => {
  expect(messagesOf({ firstName: 'A', confirmPassword: 'another' })).toContainEqual([
    'confirmPassword',
    "Passwords don't match",
  ]);
});

test('AUTH-09 AUTH-10 AUTH-12 the shortest valid values', () => {
  expect(messagesOf({ firstName: 'Jo', lastName: 'Li' })).toEqual([]);
  expect(messagesOf({ password: '123456', confirmPassword: '123456' })).toEqual([]);
});

test.each([
  ['CALLS-04', 'register', 'firstName', 'First name must be at least 2 characters'],
  ['CALLS-04', 'register', 'lastName', 'Last name must be at least 2 characters'],
  ['CALLS-03', 'signInByPassword', 'email', 'Please enter a valid email address'],
  ['CALLS-03', 'signInByPassword', 'password', 'Password must be at least 6 characters'],
  ['CALLS-03', 'signInByPhone', 'phone', 'Please enter a valid email address or phone number'],
  ['CALLS-09', 'signInByCode', 'code', 'Please enter the six digits of the message'],
  ['CALLS-10', 'requestPassword', 'email', 'Please enter a valid email address'],
] as const)('%s %s without %s is refused with the text of the form', (_, operation, field, message) => {
  const { email, password, firstName, lastName } = good;
  const all = { email, password, firstName, lastName, phone: '+2348012345678', code: '123456' };
  const { issues } = signInContract[operation].input.safeParse({ ...all, [field]: undefined }).error!;
  expect(issues.map(({ path, message }) => [path[0], message])).toEqual([[field, message]]);
});

test('AUTH-05 sign-in requires an email and a password', () => {
  expect(signInInput.safeParse({ email: '', password: 'secret' }).success).toBe(false);
  expect(signInInput.safeParse({ email: 'ada@example.com', password: '' }).success).toBe(false);
  expect(signInInput.safeParse({ email: 'ada@example.com', password: 'secret' }).success).toBe(true);
});
