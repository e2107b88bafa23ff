import { solve } from '#design/captcha/solve.ts';
import { AuthRefusal } from '../../sign-in.messages.ts';

const NOT_DONE =
  'There were many attempts, and your browser could not do the check that is needed now. Please try again later, or in another browser.';

/** The current check; null without one. */
export interface PendingProof {
  /** ms since the epoch. */
  since: number;
  cancel(): void;
}

let pending: PendingProof | null = null;
let listeners: readonly (() => void)[] = [];

/** The notices on the page, oldest first. */
let notices: readonly string[] = [];

function notify(): void {
  for (const listener of listeners) listener();
}

function become(next: PendingProof | null): void {
  pending = next;
  notify();
}

/** Registers a notice on the page; returns the function that removes it. */
export function addNotice(id: string): () => void {
  notices = [...notices, id];
  notify();
  return () => {
    notices = notices.filter((one) => one !== id);
    notify();
  };
}

/** The notice that shows the check: of a form and a dialog above it that of the dialog. */
export const newestNotice = (): string | undefined => notices.at(-1);

export const pendingProof = (): PendingProof | null => pending;

export function subscribeToProof(listener: () => void): () => void {
  listeners = [...listeners, listener];
  return () => {
    listeners = listeners.filter((one) => one !== listener);
  };
}

/** Solves the problem of a refusal. Throws AuthRefusal, PROOF_CANCELLED when it was cancelled. */
export async function proveWork(problem: unknown): Promise<string> {
  const controller = new AbortController();
  const mine = { since: Date.now(), cancel: () => controller.abort() };
  become(mine);
  try {
    return await solve(problem, controller.signal);
  } catch {
    const code = controller.signal.aborted ? 'PROOF_CANCELLED' : 'PROOF_REQUIRED';
    throw new AuthRefusal(429, code, NOT_DONE);
  } finally {
    if (pending === mine) become(null);
  }
}
