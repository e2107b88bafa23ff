import { solve } from './solve.ts';

/** 'used': the answer was sent with a request, and the next challenge is requested when one is needed. */
export type WorkState = 'none' | 'working' | 'done' | 'used' | 'failed';

interface Problem {
  answer: Promise<string>;
  since: number;
}

/**
 * The server accepts an answer for ten minutes; after this time, e.g. on a phone that slept, a new one is
 * computed.
 */
const GOOD_MS = 8 * 60_000;
const FAILED =
  'The check that you are not a robot could not be done. Please look at your connection and try again.';

let state: WorkState = 'none';
let problem: Problem | null = null;
let listeners: readonly (() => void)[] = [];

function become(next: WorkState): void {
  state = next;
  for (const listener of listeners) listener();
}

export function subscribeToWork(listener: () => void): () => void {
  listeners = [...listeners, listener];
  return () => {
    listeners = listeners.filter((one) => one !== listener);
  };
}

export const workState = (): WorkState => state;

/** Starts a challenge, unless there is one that has not expired. */
export function beginWork(): Promise<string> {
  if (problem && Date.now() - problem.since < GOOD_MS) return problem.answer;
  const mine: Problem = { answer: work(), since: Date.now() };
  problem = mine;
  become('working');
  mine.answer.then(
    () => problem === mine && become('done'),
    () => {
      if (problem !== mine) return;
      problem = null;
      become('failed');
    },
  );
  return mine.answer;
}

/** An answer for one request. Throws an Error with the message for the user. */
export async function giveWork(): Promise<string> {
  const answer = await beginWork();
  problem = null;
  become('used');
  return answer;
}

async function work(): Promise<string> {
  try {
    const response = await fetch('/api/auth/captcha', { signal: AbortSignal.timeout(20_000) });
    if (!response.ok) throw new Error(`The shop answered ${response.status}`);
    return await solve(await response.json());
  } catch {
    throw new Error(FAILED);
  }
}
