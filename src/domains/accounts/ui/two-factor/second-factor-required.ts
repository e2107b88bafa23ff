/** The first step was right, and the shop asks for the second one: no failure, and nothing to say of it. */
export class SecondFactorRequiredError extends Error {
  override readonly name = 'SecondFactorRequiredError';
}

/** Whose second step is asked for in this tab, as far as it is known; null while none is. */
export interface AskedFor {
  /** What was typed for the first step, to begin with once more; '' where nothing was. */
  email: string;
}

const KEY = 'aso-second-step';
const CHANGED = 'aso-second-step';
/** How long the shop waits for it. */
const TEN_MINUTES = 10 * 60_000;

/** Notes it for this tab; on a small phone the page is thrown away while its person looks into another app. */
export function requestSecondFactor(email: string | null): void {
  try {
    if (email === null) sessionStorage.removeItem(KEY);
    else sessionStorage.setItem(KEY, JSON.stringify({ email, until: Date.now() + TEN_MINUTES }));
  } catch {}
  dispatchEvent(new Event(CHANGED));
}

/** What was noted, as text, so that it is equal to itself. Empty for none. */
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
