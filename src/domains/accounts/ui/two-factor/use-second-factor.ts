import { useSyncExternalStore } from 'react';
import { type AskedFor, followSecondStep, readSecondStep } from './second-factor-required.ts';

/** Whose second step is to be asked for in this tab; null while none is, or when the shop waits no longer. */
export function useSecondStep(): AskedFor | null {
  const text = useSyncExternalStore(followSecondStep, readSecondStep, () => '');
  if (!text) return null;
  try {
    const { email, until } = JSON.parse(text);
    return typeof email === 'string' && until > Date.now() ? { email } : null;
  } catch {
    return null;
  }
}
