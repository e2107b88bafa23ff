/** The one thing to do on the screen: open a path of the back office, or copy a command or a line of `.env`. */
export type FindingAction = { label: string; to: string } | { label: string; copy: string };

/** The result of one check of the machine or the shop. */
export interface Finding {
  what: string;
  found: string;
  /** A warning limits something or will become a problem; with a problem the shop does not work as it should. */
  state: 'ok' | 'warning' | 'problem';
  /** The command, or what to do. */
  fix?: string;
  action?: FindingAction;
  /** When it began, where the data say so. */
  since?: Date;
}

type More = Pick<Finding, 'action' | 'since'>;

export const ok = (what: string, found: string, more: More = {}): Finding => ({
  what,
  found,
  state: 'ok',
  ...more,
});
export const warning = (what: string, found: string, fix: string, more: More = {}): Finding => ({
  what,
  found,
  fix,
  state: 'warning',
  ...more,
});
export const problem = (what: string, found: string, fix: string, more: More = {}): Finding => ({
  what,
  found,
  fix,
  state: 'problem',
  ...more,
});

/** An action that copies a command for the server. */
export const command = (copy: string): FindingAction => ({ label: 'Copy the command', copy });

const SIGNS = { ok: 'ok', warning: 'warning', problem: 'PROBLEM' } as const;

/** Formats a finding for a terminal, with the fix on a second line. */
export function lineOf({ what, found, state, fix }: Finding): string {
  const line = `${SIGNS[state].padEnd(9)}${what.padEnd(18)} ${found}`;
  return fix ? `${line}\n${' '.repeat(28)}→ ${fix}` : line;
}
