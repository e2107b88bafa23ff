import type { AnyContractProcedure } from '@orpc/contract';

/** A message for the user: a title, and a sentence below it. */
export interface Message {
  title: string;
  description?: string;
}

/** The sentence below a failure, when the shop did not answer or for an unknown reason. */
export const NO_ANSWER = 'Please check your connection and try again.';

/** The same, when the session has ended. */
export const SIGNED_OUT = 'You are signed out. Please sign in again.';

/** The codes an operation of a contract declares: `CodesOf<typeof ordersContract.submit>`. */
export type CodesOf<P extends AnyContractProcedure> = Extract<keyof P['~orpc']['errorMap'], string>;

/** The messages of one operation. Only codes that the operation declares are allowed. */
export interface Messages<Code extends string = never> {
  success?: string | Message;
  failure: Message;
  /** In place of `failure` where no answer arrived, so that the change may have been made: see `lost-answer.ts`. */
  lost?: Message;
  /** The text of a declared error; 'shown' if the screen itself shows it, or all of them. */
  refused?: Partial<Record<Code, Message | 'shown'>> | 'shown';
  /** An error of the page itself, if it has its own text. */
  unexpected?: Message;
}

/** The messages of one operation of a contract. */
export type MessagesFor<Contract, Name extends keyof Contract> = Contract[Name] extends AnyContractProcedure
  ? Messages<CodesOf<Contract[Name]>>
  : never;

/** The code of an error response, or undefined if there was no response. */
export function codeOf(error: unknown): string | undefined {
  const { code, status } = (error ?? {}) as { code?: unknown; status?: unknown };
  return typeof code === 'string' && typeof status === 'number' ? code : undefined;
}

/** The data of a declared error. */
export const dataOf = <T>(error: unknown): Partial<T> => (error as { data?: Partial<T> } | null)?.data ?? {};

// Chromium: 'Failed to fetch'; Firefox: 'NetworkError when …'; Safari: 'Load failed'. Of a script, in the same order:
// 'Failed to fetch dynamically …', 'error loading dynamically …', 'Importing a module script failed.'
const NO_LINK = /fetch|network|load failed|abort|timed out|timeout|dynamically imported|module script/i;

/** Whether a request failed without an answer of the shop. */
export const isOfConnection = (error: unknown): boolean =>
  typeof (error as { status?: unknown } | null)?.status !== 'number' &&
  NO_LINK.test(String((error as Error | null)?.message ?? error));

/** Of what was never loaded, where a request failed without an answer. */
export const notOnDevice = (what: 'page' | 'list'): string =>
  `You are offline, or the connection has dropped. This ${what} is not on your device; those that you have opened before are.`;

/** The message for a failure, or undefined if the screen shows it already. */
export function messageOf<Code extends string>(
  messages: Messages<Code>,
  error: unknown,
): Message | undefined {
  const code = codeOf(error);
  // NO_CODE is the answer of a proxy.
  if (messages.lost && (code === 'NO_CODE' || isOfConnection(error))) return messages.lost;
  if (code !== undefined) {
    // Not declared by the operation: the API refuses the request before it, and the user can act on it.
    if (code === 'DISK_FULL') return { title: messages.failure.title, description: (error as Error).message };
    const own: Message | 'shown' | undefined =
      messages.refused === 'shown' ? 'shown' : messages.refused?.[code as Code];
    return own === 'shown' ? undefined : (own ?? messages.failure);
  }
  const answered = typeof (error as { status?: unknown } | null)?.status === 'number';
  if (answered || isOfConnection(error)) return messages.failure;
  return messages.unexpected ?? messages.failure;
}
