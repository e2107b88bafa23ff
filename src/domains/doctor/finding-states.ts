import { plural } from '#shared/plural.ts';
import type { ListedFinding } from './contract.ts';

/** What each state is called, most urgent first. */
export const STATE_LABELS: Record<ListedFinding['state'], string> = {
  problem: 'Needs action',
  warning: 'Worth a look',
  ok: 'Good',
};

/** The findings of each state, most urgent first, without empty ones. */
export const byState = (findings: readonly ListedFinding[]) =>
  (['problem', 'warning', 'ok'] as const)
    .map((state) => ({ state, findings: findings.filter((one) => one.state === state) }))
    .filter((group) => group.findings.length > 0);

/** '1 thing needs action, 2 are worth a look.' */
export function summaryOf(findings: readonly ListedFinding[]): string {
  const count = (state: ListedFinding['state']) => findings.filter((one) => one.state === state).length;
  const [problems, warnings] = [count('problem'), count('warning')];
  const look = warnings === 1 ? 'is worth a look' : 'are worth a look';
  if (problems === 0 && warnings === 0) return 'Everything is good.';
  if (problems === 0) return `${plural(warnings, 'thing')} ${look}.`;
  const act = plural(problems, 'thing needs action', 'things need action');
  return warnings === 0 ? `${act}.` : `${act}, ${warnings} ${look}.`;
}
