import { type CodesOf, codeOf, dataOf, type Messages, NO_ANSWER } from '#shared/messages.ts';
import { formatCount, plural } from '#shared/plural.ts';
import type { assignmentContract } from './assignment.contract.ts';

type Codes = CodesOf<typeof assignmentContract.assignProducts>;

/** The server's message, or that there was no response. */
export const answerOf = (error: unknown): string => {
  const code = codeOf(error);
  if (code === undefined) return NO_ANSWER;
  return code === 'NOT_FOUND' ? 'This promotion was deleted.' : (error as Error).message;
};

export const listFailed = 'Failed to fetch products';

/** Why nothing was assigned; shown in the dialog, which stays open. */
export function assignProblem(error: unknown): string {
  if (codeOf(error) !== 'PRODUCTS_GONE') return answerOf(error);
  const count = missingIdsOf(error).length;
  return count === 1
    ? 'One selected product was deleted and is no longer selected. Nothing is saved yet: please assign again.'
    : `${count} selected products were deleted and are no longer selected. Nothing is saved yet: please assign again.`;
}

/** The ids of deleted products in a refusal. */
export const missingIdsOf = (error: unknown): string[] => dataOf<{ ids: string[] }>(error).ids ?? [];

/** '3 products joined (1 from another promotion), 2 products left'. `tense`: before or after saving. */
export function changeText(
  { joined, moved, left }: { joined: number; moved: number; left: number },
  tense: 'future' | 'past',
): string {
  const [join, leave] = tense === 'past' ? ['joined', 'left'] : ['will join', 'will leave'];
  const from = moved > 0 ? ` (${formatCount(moved)} from another promotion)` : '';
  const parts = [
    joined > 0 ? `${plural(joined, 'product')} ${join}${from}` : '',
    left > 0 ? `${plural(left, 'product')} ${leave}` : '',
  ].filter(Boolean);
  return parts.join(', ') || (tense === 'past' ? 'Everything was so already' : 'Nothing is changed yet');
}

/** Refusals are shown in the dialog. The success message depends on the numbers: see `changeText`. */
export const assignMessages: Messages<Codes> = {
  failure: { title: 'Failed to assign products', description: NO_ANSWER },
  refused: 'shown',
};

export const removeMessages: Messages<Codes> = {
  success: 'Product removed from promotion',
  failure: {
    title: 'Failed to remove product from promotion',
    description: 'It is still in it. Please try again.',
  },
};
