import { useEffect, useRef, useState } from 'react';
import { CODE_SECONDS, LINK_SECONDS } from '#shared/account-limits.ts';
import { savedText, savedValue, saveInTab } from './tab-storage.ts';

/**
 * The step of the sign-in page at which a user left to read their email: a small phone discards the page in
 * the meantime.
 */
interface SignInStep {
  kind: keyof typeof SECONDS;
  email: string;
  /** In this tab, which may learn of the confirmation. */
  justRegistered?: boolean;
}

const KEY = 'aso-sign-in-step';
/** As long as the awaited code is valid. */
const SECONDS = { confirm: LINK_SECONDS, code: CODE_SECONDS, forgotten: LINK_SECONDS };

/** Saves the step for this tab; null deletes it. Saves no password. */
const saveSignInStep = (step: SignInStep | null): void =>
  saveInTab(KEY, step, Date.now() + SECONDS[step?.kind ?? 'code'] * 1000);

/** The saved step, unless its code has expired; null for anything that is not plainly one. */
function savedSignInStep(): SignInStep | null {
  const saved: Record<string, unknown> = savedValue(savedText(KEY)) ?? {};
  const { kind, email, justRegistered } = saved;
  if (typeof email !== 'string' || typeof kind !== 'string' || !Object.hasOwn(SECONDS, kind)) return null;
  return { kind: kind as SignInStep['kind'], email, justRegistered: justRegistered === true };
}

/** The view of a sign-in page; its password is not saved. */
type Step = Omit<SignInStep, 'kind'> & {
  kind: 'sign-in' | SignInStep['kind'];
  /** The user waits for a message to the email; before that, they are asked for the email. */
  wasSent?: boolean;
  password?: string;
};
export const SIGN_IN: Step = { kind: 'sign-in', email: '' };

export const forgetSignInStep = (): void => saveSignInStep(null);

/**
 * The step of a sign-in page. A page that was discarded while its user read their email continues at its step, unless
 * they have already begun to fill in a field of `panel`: then the step is `pending`.
 */
export function useSignInStep() {
  const panel = useRef<HTMLDivElement>(null);
  const [step, show] = useState(SIGN_IN);
  const [pending, setPending] = useState<SignInStep | null>(null);
  useEffect(() => {
    const saved = savedSignInStep();
    if (!saved) return;
    if (isFilledIn(panel.current)) setPending(saved);
    else show({ ...saved, wasSent: true });
  }, []);
  function setStep(to: Step) {
    setPending(null);
    const { kind, email, justRegistered } = to;
    saveSignInStep(kind !== 'sign-in' && to.wasSent ? { kind, email, justRegistered } : null);
    show(to);
  }
  /** A message was sent to the email; null to ask for another one. */
  const onSent = (email: string | null) =>
    setStep({ ...step, email: email ?? step.email, wasSent: email !== null });
  return { panel, step, pending, setStep, onSent };
}

/** Older browsers throw for an unknown selector. */
const isFilledByBrowser = (field: HTMLElement): boolean =>
  CSS.supports('selector(:autofill)') && field.matches(':autofill');

/** Whether the user has focused or filled in a field of the panel; autofill by the browser does not count. */
function isFilledIn(panel: HTMLElement | null): boolean {
  const fields = [...(panel?.querySelectorAll<HTMLInputElement>('input:not([type=checkbox])') ?? [])];
  return fields.some(
    (field) => field === document.activeElement || (field.value !== '' && !isFilledByBrowser(field)),
  );
}
