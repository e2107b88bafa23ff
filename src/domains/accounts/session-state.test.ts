import { expect, test } from 'vitest';
import type { Profile } from './contract.ts';
import { type SessionEvent, type SessionState, SIGNED_OUT, sessionAfter } from './session-state.ts';

const ada: Profile = {
  id: '1',
  email: 'ada@example.com',
  firstName: 'Ada',
  lastName: 'Obi',
  phone: null,
  phoneVerified: false,
  role: 'user',
  createdAt: '2026-01-01T00:00:00.000Z',
};
const renamed: Profile = { ...ada, lastName: 'Eze' };
const bola: Profile = { ...ada, id: '2', firstName: 'Bola' };
const asAda: SessionState = { user: ada };

test.each<[string, SessionState, SessionEvent, SessionState]>([
  ['signed in', SIGNED_OUT, { type: 'signed in', user: ada }, asAda],
  ['signed in as someone else', asAda, { type: 'signed in', user: bola }, { user: bola }],
  ['signed out', asAda, { type: 'signed out' }, SIGNED_OUT],
  ['token refreshed', asAda, { type: 'token refreshed', user: renamed }, { user: renamed }],
  ['token of someone else', asAda, { type: 'token refreshed', user: bola }, asAda],
  ['token after signing out', SIGNED_OUT, { type: 'token refreshed', user: ada }, SIGNED_OUT],
  ['user updated', asAda, { type: 'user updated', user: renamed }, { user: renamed }],
  ['update after signing out', SIGNED_OUT, { type: 'user updated', user: ada }, SIGNED_OUT],
  ['password recovery', asAda, { type: 'password recovery' }, SIGNED_OUT],
  ['multi-factor verified', SIGNED_OUT, { type: 'multi-factor verified', user: ada }, asAda],
])('AUTH-17 %s', (_, before, event, after) => {
  expect(sessionAfter(before, event)).toEqual(after);
});
