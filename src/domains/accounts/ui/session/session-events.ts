import type { SessionEvent } from '../../session-state.ts';

/**
 * Messages between tabs. Events without data make the other tabs load the session; a second factor and an
 * extended session are known only to the tab that saw them.
 */
export type SessionNews =
  | 'signed in'
  | 'signed out'
  | 'user updated'
  | 'password recovery'
  | Extract<SessionEvent, { type: 'token refreshed' | 'multi-factor verified' }>;

export const openSessionChannel = () => new BroadcastChannel('aso-session');

/** Notifies the shop's other tabs. */
export function notifyTabs(news: SessionNews): void {
  const channel = openSessionChannel();
  channel.postMessage(news);
  channel.close();
}
