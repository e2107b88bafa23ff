import type { Profile } from './contract.ts';

/** The signed-in user, as far as this browser knows. */
export interface SessionState {
  user: Profile | null;
}

export type SessionEvent =
  | { type: 'signed in'; user: Profile }
  | { type: 'signed out' }
  /** The server extended the session; its user may have changed. */
  | { type: 'token refreshed'; user: Profile }
  | { type: 'user updated'; user: Profile }
  | { type: 'password recovery' }
  | { type: 'multi-factor verified'; user: Profile };

export const SIGNED_OUT: SessionState = { user: null };

/** The session after an event. Events about another user than the signed-in one are ignored. */
export function sessionAfter(state: SessionState, event: SessionEvent): SessionState {
  switch (event.type) {
    case 'signed in':
    case 'multi-factor verified':
      return { user: event.user };
    case 'signed out':
    case 'password recovery': // Older sessions end with the old password.
      return SIGNED_OUT;
    case 'token refreshed':
    case 'user updated':
      return state.user?.id === event.user.id ? { user: event.user } : state;
  }
}
