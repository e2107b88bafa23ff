import { randomUUID } from 'node:crypto';
import { BUSY_RETRY_SECONDS } from '#db/busy.ts';
import { createWorkQueue, QueueFull } from '../../work-queue.ts';
import type { Passwords } from '../auth-part.ts';
import { refuse } from '../refuse.ts';

/** Each takes a thread and 32 MB; Node has four threads, which files and DNS need as well. */
const AT_ONCE = 2;
/** About five seconds of work. */
const MAX_WAITING = 100;
/**
 * About as long, because those of one account run one by one: a flood against it leaves room for the others.
 */
const MAX_WAITING_OF_ACCOUNT = 50;

/**
 * Hashes passwords two at a time, and never two of one account at once: many attempts on one account delay
 * that account alone. `accountOf`: the account of the password, '' when unknown; by the input, so that it
 * takes the same time with an account and without. Throws QueueFull when too many wait.
 */
export function queuedPasswords(passwords: Passwords, accountOf: () => string): Passwords {
  const queue = createWorkQueue({
    atOnce: AT_ONCE,
    maxWaiting: MAX_WAITING,
    maxWaitingOfKey: MAX_WAITING_OF_ACCOUNT,
  });
  const inTurn = <T>(work: () => Promise<T>) => queue.add(accountOf() || randomUUID(), work);
  return {
    hash: (password) => inTurn(() => passwords.hash(password)),
    verify: (input) => inTurn(() => passwords.verify(input)),
  };
}

function refuseBusy(error: unknown): never {
  if (error instanceof QueueFull) refuse('BUSY', { seconds: BUSY_RETRY_SECONDS });
  throw error;
}

/** The same for endpoints of sign-in, which refuse with 503 BUSY. */
export const refusingPasswords = ({ hash, verify }: Passwords): Passwords => ({
  hash: (password) => hash(password).catch(refuseBusy),
  verify: (input) => verify(input).catch(refuseBusy),
});
