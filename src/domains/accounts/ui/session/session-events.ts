import type { SessionEvent } from '../../session-state.ts';

/**
 * What one tab tells the others. Where it says no more than what happened they look for themselves; a second step
 * and an extended session are known to the tab alone that saw them.
 */
export type SessionNews =
  | 'signed in'
  | 'signed out'
  | 'user updated'
  | 'password recovery'
  | Extract<SessionEvent, { type: 'token refreshed' | 'multi-factor verified' }>;

export const openSessionChannel = () => new BroadcastChannel('aso-session');

/** Tells the shop's other tabs. */
export function tellTabs(news: SessionNews): void {
  const channel = openSessionChannel();
  channel.postMessage(news);
  channel.close();
}
