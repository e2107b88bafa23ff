import { LOST_ANSWER } from '#shared/lost-answer.ts';
import { type MessagesFor, NO_ANSWER } from '#shared/messages.ts';
import type { historyContract } from './contract.ts';

export const undoMessages: MessagesFor<typeof historyContract, 'undoChangeSet'> = {
  failure: { title: 'The change could not be undone', description: 'Nothing was changed. Please try again.' },
  lost: LOST_ANSWER,
  refused: {
    NOT_FOUND: {
      title: 'The change could not be undone',
      description: 'It is no longer in the history.',
    },
  },
};

/** The outcome of an undo: rows as before again, and what stays. `isAsking`: a dialog asks about the rest. */
export function undone({ rows, left, isAsking }: { rows: number; left: number; isAsking: boolean }) {
  if (isAsking) return rows > 0 ? { title: 'A part was undone' } : undefined;
  if (rows === 0) return { title: 'Nothing to undo', description: 'It is as before already.' };
  return { title: 'Undone', description: left > 0 ? 'What others changed since stays.' : undefined };
}

export const historyFailed = { title: 'The history could not be loaded', description: NO_ANSWER };
