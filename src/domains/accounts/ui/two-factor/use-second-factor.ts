import { useSyncExternalStore } from 'react';
import { type AskedFor, followSecondFactor, readSecondFactor } from './second-factor-required.ts';

/** Whose second step is to be asked for in this tab; null while none is, or when the shop waits no longer. */
export function useSecondFactor(): AskedFor | null {
  const text = useSyncExternalStore(followSecondFactor, readSecondFactor, () => '');
  if (!text) return null;
  try {
    const { email, until } = JSON.parse(text);
    return typeof email === 'string' && until > Date.now() ? { email } : null;
  } catch {
    return null;
  }
}
