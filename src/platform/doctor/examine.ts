import { causesOf } from '#db/busy.ts';
import { withTimeout } from '../with-timeout.ts';
import { type Finding, problem, warning } from './finding.ts';

/** One line of the doctor, or several that are read together. */
export interface Check {
  what: string;
  run(): Promise<Finding | Finding[]>;
  /** The line without which this one says nothing: it is left out while that one is a problem. */
  needs?: string;
}

/** PostgreSQL's code for a table that does not exist. */
const NO_TABLE = '42P01';

/** A check that takes longer is reported as such, ms. */
export const CHECK_MS = 5_000;

/**
 * Runs all checks side by side and returns their findings in the order of `checks`. Each has `timeoutMs` of its own, a
 * failed or late one is a finding, and none runs twice at the same time: a second call waits for the run of the first.
 * Never rejects.
 */
export function createDoctor(
  checks: readonly Check[],
  timeoutMs = CHECK_MS,
): { examine(): Promise<Finding[]> } {
  const running = new Map<string, Promise<Finding[]>>();

  async function run({ what, run }: Check): Promise<Finding[]> {
    try {
      return [await run()].flat();
    } catch (error) {
      // Before the first start, or with pending migrations, which have a line of their own.
      if (causesOf(error).some(({ code }) => code === NO_TABLE)) return [];
      const reason = (error as Error)?.message || String(error);
      return [problem(what, `cannot be checked: ${reason}`, 'the log of the shop may say more')];
    } finally {
      running.delete(what);
    }
  }

  async function findingsOf(check: Check): Promise<Finding[]> {
    const { what } = check;
    const ongoing = running.get(what) ?? Promise.resolve().then(() => run(check));
    running.set(what, ongoing);
    const found = await withTimeout(timeoutMs, ongoing);
    if (found) return found;
    const late = `did not answer within ${timeoutMs / 1_000} s`;
    return [warning(what, late, 'check again; if it stays like this, the server is overloaded or it hangs')];
  }

  return {
    async examine() {
      const found = await Promise.all(checks.map(findingsOf));
      const failed = new Set(found.flat().flatMap(({ what, state }) => (state === 'problem' ? [what] : [])));
      return found.filter((_, at) => !failed.has(checks[at]!.needs ?? '')).flat();
    },
  };
}
