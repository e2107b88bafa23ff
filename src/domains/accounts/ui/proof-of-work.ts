/** The user cancelled the check: no failure, and nothing to say of it. */
export class ProofCancelled extends Error {
  override readonly name = 'ProofCancelled';
}

/** The check under way; null while there is none. */
export interface ProofUnderWay {
  /** ms since the epoch. */
  since: number;
  cancel(): void;
}

let underWay: ProofUnderWay | null = null;
let listeners: readonly (() => void)[] = [];

function become(next: ProofUnderWay | null): void {
  underWay = next;
  for (const listener of listeners) listener();
}

export const proofUnderWay = (): ProofUnderWay | null => underWay;

export function subscribeToProof(listener: () => void): () => void {
  listeners = [...listeners, listener];
  return () => {
    listeners = listeners.filter((one) => one !== listener);
  };
}

/** Works on a problem with which sign-in refused; its script comes only now. Throws ProofCancelled. */
export async function proveWork(problem: unknown): Promise<string> {
  const controller = new AbortController();
  const mine = { since: Date.now(), cancel: () => controller.abort(new ProofCancelled()) };
  become(mine);
  try {
    const { solve } = await import('#design/captcha/solve.ts');
    return await solve(problem, controller.signal);
  } finally {
    if (underWay === mine) become(null);
  }
}
