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

let state: {
  pending: PendingProof | null;
  /** On the page, oldest first. The newest shows the check: of a form and a dialog above it that of the dialog. */
  notices: readonly string[];
} = { pending: null, notices: [] };
const listeners = new Set<() => void>();

export const proofState = () => state;

export function subscribeToProof(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function change(to: Partial<typeof state>): void {
  state = { ...state, ...to };
  for (const listener of listeners) listener();
}

/** Registers a notice on the page; returns the function that removes it. */
export function addNotice(id: string): () => void {
  change({ notices: [...state.notices, id] });
  return () => change({ notices: state.notices.filter((one) => one !== id) });
}

/** Solves the problem of a refusal. Throws AuthRefusal, PROOF_CANCELLED when it was cancelled. */
export async function proveWork(problem: unknown): Promise<string> {
  const controller = new AbortController();
  const mine = { since: Date.now(), cancel: () => controller.abort() };
  change({ pending: mine });
  try {
    return await solve(problem, controller.signal);
  } catch {
    const code = controller.signal.aborted ? 'PROOF_CANCELLED' : 'PROOF_REQUIRED';
    throw new AuthRefusal(429, code, NOT_DONE);
  } finally {
    if (state.pending === mine) change({ pending: null });
  }
}
