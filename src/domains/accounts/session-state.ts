import type { Profile } from './contract.ts';

/** Who this browser is signed in as, as far as it knows. */
export interface SessionState {
  user: Profile | null;
  /** A new password is being chosen: the one way on is to choose it. */
  recovering: boolean;
  /** A second step was passed in this session. */
  multiFactor: boolean;
}

export type SessionEvent =
  | { type: 'signed in'; user: Profile }
  | { type: 'signed out' }
  /** The server extended the session; who it is may have changed with it. */
  | { type: 'token refreshed'; user: Profile }
  | { type: 'user updated'; user: Profile }
  | { type: 'password recovery' }
  | { type: 'multi-factor verified'; user: Profile };

export const SIGNED_OUT: SessionState = { user: null, recovering: false, multiFactor: false };

/** What an event makes of the session. News about someone who is not signed in here is not believed. */
export function sessionAfter(state: SessionState, event: SessionEvent): SessionState {
  switch (event.type) {
    case 'signed in':
      return { user: event.user, recovering: false, multiFactor: false };
    case 'signed out':
      return SIGNED_OUT;
    case 'token refreshed':
    case 'user updated':
      return state.user?.id === event.user.id ? { ...state, user: event.user } : state;
    case 'password recovery':
      // Older sessions end with the old password.
      return { user: null, recovering: true, multiFactor: false };
    case 'multi-factor verified':
      return { user: event.user, recovering: false, multiFactor: true };
  }
}
