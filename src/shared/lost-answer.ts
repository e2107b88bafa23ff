import type { Message } from './messages.ts';

/**
 * The message of a change that no answer arrived for, where `failure` says that nothing was changed. Not in
 * `messages.ts`, which every page of the shop loads.
 */
export const LOST_ANSWER: Message = {
  title: 'No answer from the shop',
  description: 'The connection was cut. It may have been done: please look at the list before you try again.',
};
