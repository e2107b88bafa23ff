import { useEffect, useSyncExternalStore } from 'react';
import { CODE_SECONDS } from '#shared/account-limits.ts';
import { savedText, savedValue, saveInTab } from '../tab-storage.ts';

/**
 * The first factor was correct, and the shop requires the second one: not a failure, and no message is
 * needed.
 */
export class SecondFactorRequiredError extends Error {
  override readonly name = 'SecondFactorRequiredError';
}

const KEY = 'aso-second-step';

/**
 * Saves for this tab that the shop asks for the second factor; a small phone discards the page while its user opens
 * another app. `email`: typed for the first factor, '' without one; null when it is no longer asked for.
 */
export function requestSecondFactor(email: string | null): void {
  saveInTab(KEY, email === null ? null : { email }, Date.now() + CODE_SECONDS * 1000);
  dispatchEvent(new Event(KEY));
}

function subscribe(onChange: () => void): () => void {
  addEventListener(KEY, onChange);
  return () => removeEventListener(KEY, onChange);
}

/**
 * The second factor that this tab asks for; null without one, or when it has expired. `isRequired`: the URL says so,
 * after a first factor elsewhere.
 */
export function useSecondFactor(isRequired = false): { email: string } | null {
  useEffect(() => {
    if (isRequired) requestSecondFactor('');
  }, [isRequired]);
  const text = useSyncExternalStore(
    subscribe,
    () => savedText(KEY),
    () => '',
  );
  const saved = savedValue(text);
  return typeof saved?.email === 'string' ? { email: saved.email } : null;
}
