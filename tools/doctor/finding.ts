/** What one look at the machine or the shop found. */
export interface Finding {
  what: string;
  found: string;
  /** A warning limits something or will become a problem; with a problem the shop does not work as it should. */
  state: 'ok' | 'warning' | 'problem';
  /** The command, or what to do. */
  mend?: string;
}

export const ok = (what: string, found: string): Finding => ({ what, found, state: 'ok' });
export const warning = (what: string, found: string, mend: string): Finding => ({
  what,
  found,
  mend,
  state: 'warning',
});
export const problem = (what: string, found: string, mend: string): Finding => ({
  what,
  found,
  mend,
  state: 'problem',
});

const SIGNS = { ok: 'ok', warning: 'warning', problem: 'PROBLEM' } as const;

/** One finding as it is printed, what to do below it. */
export function lineOf({ what, found, state, mend }: Finding): string {
  const line = `${SIGNS[state].padEnd(9)}${what.padEnd(18)}${found}`;
  return mend ? `${line}\n${' '.repeat(27)}→ ${mend}` : line;
}
