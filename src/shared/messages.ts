import type { AnyContractProcedure } from '@orpc/contract';
import { ERRORS } from './errors.ts';

/** What is said to a person: a title, and below it a sentence. */
export interface Said {
  title: string;
  description?: string;
}

/** The codes an operation of a contract declares: `CodesOf<typeof ordersContract.submit>`. */
export type CodesOf<P extends AnyContractProcedure> = Extract<keyof P['~orpc']['errorMap'], string>;

/** What one operation says. Only codes that the operation declares can be named. */
export interface Messages<Code extends string = never> {
  success?: string | Said;
  failure: Said;
  /** A refusal of its own; 'shown' where the screen itself says it. */
  refused?: Partial<Record<Code, Said | 'shown'>>;
  /** A fault of the page itself, when that is to be told apart. */
  unexpected?: Said;
}

/** The code of an answer of the shop, or undefined when there was none. */
export function codeOf(error: unknown): string | undefined {
  const { code, status } = (error ?? {}) as { code?: unknown; status?: unknown };
  return typeof code === 'string' && typeof status === 'number' ? code : undefined;
}

/** What came with a declared refusal. */
export const dataOf = <T>(error: unknown): Partial<T> => (error as { data?: Partial<T> } | null)?.data ?? {};

// Chromium: 'Failed to fetch'; Firefox: 'NetworkError when …'; Safari: 'Load failed'. Of a script, in the same order:
// 'Failed to fetch dynamically …', 'error loading dynamically …', 'Importing a module script failed.'
const NO_LINK = /fetch|network|load failed|abort|dynamically imported|module script/i;

/** What to say about a failure, or undefined when the screen says it already. */
export function messageOf<Code extends string>(messages: Messages<Code>, error: unknown): Said | undefined {
  const code = codeOf(error);
  if (code !== undefined) {
    // No operation's own: it is refused at the door, and whoever reads it can do something about it.
    if (code === 'DISK_FULL') return { title: messages.failure.title, description: ERRORS.DISK_FULL.text };
    const own = messages.refused?.[code as Code];
    return own === 'shown' ? undefined : (own ?? messages.failure);
  }
  const answered = typeof (error as { status?: unknown } | null)?.status === 'number';
  if (answered || NO_LINK.test(String((error as Error | null)?.message ?? error))) return messages.failure;
  return messages.unexpected ?? messages.failure;
}
