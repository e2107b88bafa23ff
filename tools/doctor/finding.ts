/** The result of one check of the machine or the shop. */
export interface Finding {
  what: string;
  found: string;
  /** A warning limits something or will become a problem; with a problem the shop does not work as it should. */
  state: 'ok' | 'warning' | 'problem';
  /** The command, or what to do. */
  fix?: string;
}

export const ok = (what: string, found: string): Finding => ({ what, found, state: 'ok' });
export const warning = (what: string, found: string, fix: string): Finding => ({
  what,
  found,
  fix,
  state: 'warning',
});
export const problem = (what: string, found: string, fix: string): Finding => ({
  what,
  found,
  fix,
  state: 'problem',
});

const SIGNS = { ok: 'ok', warning: 'warning', problem: 'PROBLEM' } as const;

/** Formats a finding, with the fix on a second line. */
export function lineOf({ what, found, state, fix }: Finding): string {
  const line = `${SIGNS[state].padEnd(9)}${what.padEnd(18)}${found}`;
  return fix ? `${line}\n${' '.repeat(27)}→ ${fix}` : line;
}
