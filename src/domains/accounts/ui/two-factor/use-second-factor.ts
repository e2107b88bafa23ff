import { useSyncExternalStore } from 'react';
import { followSecondFactor, type PendingSecondFactor, readSecondFactor } from './second-factor-required.ts';

/** The second factor that this tab asks for; null without one, or when it has expired. */
export function useSecondFactor(): PendingSecondFactor | null {
  const text = useSyncExternalStore(followSecondFactor, readSecondFactor, () => '');
  if (!text) return null;
  try {
    const { email, until } = JSON.parse(text);
    return typeof email === 'string' && until > Date.now() ? { email } : null;
  } catch {
    return null;
  }
}
