/**
 * The first factor was correct, and the shop requires the second one: not a failure, and no message is
 * needed.
 */
export class SecondFactorRequiredError extends Error {
  override readonly name = 'SecondFactorRequiredError';
}

/** The second factor that this tab asks for; null without one. */
export interface PendingSecondFactor {
  /** The email typed for the first factor, for a restart; '' without one. */
  email: string;
}

const KEY = 'aso-second-step';
const CHANGED = 'aso-second-step';
/** How long the shop waits for it, ms. */
const TEN_MINUTES = 10 * 60_000;

/** Saves it for this tab; a small phone discards the page while its user opens another app. */
export function requestSecondFactor(email: string | null): void {
  try {
    if (email === null) sessionStorage.removeItem(KEY);
    else sessionStorage.setItem(KEY, JSON.stringify({ email, until: Date.now() + TEN_MINUTES }));
  } catch {}
  dispatchEvent(new Event(CHANGED));
}

/** The saved value as text, so that equal values are identical. Empty for none. */
export function readSecondFactor(): string {
  try {
    return sessionStorage.getItem(KEY) ?? '';
  } catch {
    return '';
  }
}

export function followSecondFactor(onChange: () => void): () => void {
  addEventListener(CHANGED, onChange);
  return () => removeEventListener(CHANGED, onChange);
}
