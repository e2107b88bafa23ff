import { loadavg } from 'node:os';
import type { FullResult, Reporter, TestCase, TestResult } from '@playwright/test/reporter';
import type { Figures } from './counted-screen.ts';
import { type SizedFigures, tableOf } from './table.ts';

/** Prints one table of all tasks at all sizes, then what failed. */
export default class TableReporter implements Reporter {
  readonly #figures: SizedFigures[] = [];
  readonly #problems: string[] = [];

  printsToStdio(): boolean {
    return true;
  }

  onError(error: { stack?: string; message?: string }): void {
    this.#problems.push(error.stack ?? error.message ?? 'An unknown error');
  }

  onTestEnd(test: TestCase, { annotations, errors, status }: TestResult): void {
    const size = test.parent.project()?.name ?? '';
    for (const { type, description } of annotations) {
      if (type === 'figures')
        this.#figures.push({ size, ...(JSON.parse(description!) as Figures & { task: string }) });
    }
    if (status === 'passed') return;
    const reasons = errors.map(({ stack, message }) => stack ?? message ?? '').join('\n');
    this.#problems.push(`${size}, ${test.title}: ${status}\n${reasons}`);
  }

  onEnd({ duration, status }: FullResult): void {
    console.log(tableOf(this.#figures));
    const load = loadavg()
      .map((value) => value.toFixed(1))
      .join(', ');
    console.log(
      `\n${(duration / 1000).toFixed(0)} s with the start of the shop. Load of the machine: ${load}.`,
    );
    for (const problem of this.#problems) console.error(`\n${problem}`);
    if (status !== 'passed') console.error('\nThe day did not end as it should.');
  }
}
