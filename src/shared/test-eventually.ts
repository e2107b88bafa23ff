import { vi } from 'vitest';

/**
 * Repeats the assertions until they hold. Its limit guards against hanging: a busy machine may be slow. A fake clock is
 * advanced at each repetition.
 */
export const eventually = <Result>(assertions: () => Result | Promise<Result>): Promise<Result> =>
  vi.waitFor(assertions, { timeout: 45_000 });
