/**
 * The step of the sign-in page at which a user left to read their email: a small phone discards the page in
 * the meantime.
 */
export type SignInStep =
  | { kind: 'confirm'; email: string; justRegistered: boolean }
  | { kind: 'code' | 'forgotten'; email: string };

const KEY = 'aso-sign-in-step';
/** As long as the awaited code is valid. */
const MINUTES: Record<SignInStep['kind'], number> = { confirm: 60, code: 10, forgotten: 60 };

/** Saves the step for this tab; null deletes it. Saves no password. */
export function saveSignInStep(step: SignInStep | null): void {
  try {
    if (step) {
      const until = Date.now() + MINUTES[step.kind] * 60_000;
      sessionStorage.setItem(KEY, JSON.stringify({ ...step, until }));
    } else {
      sessionStorage.removeItem(KEY);
    }
  } catch {}
}

/** The saved step, unless its code has expired; null for anything that is not plainly one. */
export function savedSignInStep(): SignInStep | null {
  try {
    const { kind, email, justRegistered, until } = JSON.parse(sessionStorage.getItem(KEY) ?? '{}');
    if (typeof email !== 'string' || !(until > Date.now())) return null;
    if (kind === 'confirm') return { kind, email, justRegistered: justRegistered === true };
    return kind === 'code' || kind === 'forgotten' ? { kind, email } : null;
  } catch {
    return null;
  }
}
