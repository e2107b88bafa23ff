import { CODE_SECONDS, LINK_SECONDS } from '#shared/account-limits.ts';
import { savedText, savedValue, saveInTab } from './tab-storage.ts';

/**
 * The step of the sign-in page at which a user left to read their email: a small phone discards the page in
 * the meantime.
 */
export interface SignInStep {
  kind: keyof typeof SECONDS;
  email: string;
  /** In this tab, which may learn of the confirmation. */
  justRegistered?: boolean;
}

const KEY = 'aso-sign-in-step';
/** As long as the awaited code is valid. */
const SECONDS = { confirm: LINK_SECONDS, code: CODE_SECONDS, forgotten: LINK_SECONDS };

/** Saves the step for this tab; null deletes it. Saves no password. */
export const saveSignInStep = (step: SignInStep | null): void =>
  saveInTab(KEY, step, Date.now() + SECONDS[step?.kind ?? 'code'] * 1000);

/** The saved step, unless its code has expired; null for anything that is not plainly one. */
export function savedSignInStep(): SignInStep | null {
  const saved: Record<string, unknown> = savedValue(savedText(KEY)) ?? {};
  const { kind, email, justRegistered } = saved;
  if (typeof email !== 'string' || typeof kind !== 'string' || !Object.hasOwn(SECONDS, kind)) return null;
  return { kind: kind as SignInStep['kind'], email, justRegistered: justRegistered === true };
}
