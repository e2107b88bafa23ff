import { LOST_ANSWER } from '#shared/lost-answer.ts';
import { type CodesOf, codeOf, type Messages, NO_ANSWER } from '#shared/messages.ts';
import type { promotionsContract } from './contract.ts';

type Codes<O extends keyof typeof promotionsContract> = CodesOf<(typeof promotionsContract)[O]>;

export const listFailed = 'Failed to fetch promotions';

/** The server's message, or that there was no response. */
export const answerOf = (error: unknown): string =>
  codeOf(error) === undefined ? NO_ANSWER : (error as Error).message;

/** Why a save failed; shown in the form, which stays open. */
export function saveProblem(error: unknown): string {
  return codeOf(error) === 'NOT_FOUND' ? 'This promotion was deleted.' : answerOf(error);
}

/** Refusals are shown in the form. */
export const createMessages: Messages<Codes<'createPromotion'>> = {
  success: 'Promotion created successfully',
  failure: { title: 'Failed to save promotion', description: NO_ANSWER },
  refused: 'shown',
};

export const updateMessages: Messages<Codes<'updatePromotion'>> = {
  success: 'Promotion updated successfully',
  failure: { title: 'Failed to save promotion', description: NO_ANSWER },
  refused: 'shown',
};

export const deleteMessages: Messages<Codes<'deletePromotion'>> = {
  success: 'Promotion deleted successfully',
  failure: { title: 'Failed to delete promotion', description: 'It is still there. Please try again.' },
  lost: { ...LOST_ANSWER, title: 'Failed to delete promotion' },
};
