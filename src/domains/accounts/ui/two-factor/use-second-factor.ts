import { useSyncExternalStore } from 'react';
import { savedValue } from '../tab-storage.ts';
import { followSecondFactor, readSecondFactor } from './second-factor-required.ts';

/** The second factor that this tab asks for; null without one, or when it has expired. */
export function useSecondFactor(): { email: string } | null {
  const saved = savedValue(useSyncExternalStore(followSecondFactor, readSecondFactor, () => ''));
  return typeof saved?.email === 'string' ? { email: saved.email } : null;
}
