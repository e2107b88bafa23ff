/** Where on the sign-in page somebody was who looked into her mail: on a small phone the page is thrown away meanwhile. */
export type SignInStep =
  | { kind: 'confirm'; email: string; justRegistered: boolean }
  | { kind: 'code' | 'forgotten'; email: string };

const KEY = 'aso-sign-in-step';
/** As long as the code is good that is waited for. */
const MINUTES: Record<SignInStep['kind'], number> = { confirm: 60, code: 10, forgotten: 60 };

/** Notes the step for this tab; null forgets it. No password is kept. */
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

/** The step that was noted, unless its code has ended; null for anything that is not plainly one. */
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
