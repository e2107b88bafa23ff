import type { Figures } from './counted-screen.ts';

/** What a task took on a screen of this size. */
export type SizedFigures = Figures & { task: string; size: string };

const COLUMNS = ['actions', 's', 'waiting'] as const;

/** One row for each task: actions, seconds and the seconds of waiting at each size; below it long silent waits. */
export function tableOf(figures: readonly SizedFigures[]): string {
  const sizes = [...new Set(figures.map(({ size }) => size))];
  const tasks = [...new Set(figures.map(({ task }) => task))];
  const width = Math.max(4, ...tasks.map((task) => task.length));
  const line = (first: string, cells: readonly string[]) =>
    `${first.padEnd(width)}${cells.map((cell) => cell.padStart(9)).join('')}`.trimEnd();
  const group = (of: (size: string) => readonly string[]) => sizes.flatMap(of);
  const rows = tasks.map((task) =>
    line(
      task,
      group((size) => cellsOf(figures.filter((one) => one.task === task && one.size === size))),
    ),
  );
  const listed = (title: string, of: (one: SizedFigures) => readonly string[]) => {
    const lines = figures.flatMap((one) => of(one).map((text) => `  ${one.size}, ${one.task}: ${text}`));
    return lines.length > 0 ? ['', title, ...lines] : [];
  };
  return [
    line(
      '',
      group((size) => ['', '', size]),
    ),
    line(
      'task',
      group(() => COLUMNS),
    ),
    ...rows,
    line(
      'all',
      group((size) => cellsOf(figures.filter((one) => one.size === size))),
    ),
    ...listed('Waits of more than a second that show nothing:', ({ silentWaits }) => silentWaits),
    ...listed('Clicks that were held up:', ({ heldClicks }) => heldClicks),
  ].join('\n');
}

/** The sums. */
function cellsOf(figures: readonly Figures[]): string[] {
  if (figures.length === 0) return ['', '', ''];
  const sum = (name: 'actions' | 'seconds' | 'waiting') =>
    figures.reduce((total, one) => total + one[name], 0);
  return [`${sum('actions')}`, sum('seconds').toFixed(1), sum('waiting').toFixed(1)];
}
