import { type MessagesFor, NO_ANSWER } from '#shared/messages.ts';
import type { searchesContract } from './searches.contract.ts';

type Contract = typeof searchesContract;

const refused = {
  CONFLICT: { title: 'The words were not saved', description: 'Another group has the same words.' },
  LIST_FULL: {
    title: 'The words were not saved',
    description: 'There are as many as the search can look through. Please delete some first.',
  },
};

export const searchesFailed = { title: 'Failed to load the searches', description: NO_ANSWER };

export const createSynonymMessages: MessagesFor<Contract, 'createSynonym'> = {
  success: 'The words mean the same now',
  failure: { title: 'The words were not saved', description: NO_ANSWER },
  refused: { ...refused, BAD_INPUT: 'shown' },
};

/** The same for a button without a form. */
export const mendSearchMessages: MessagesFor<Contract, 'createSynonym'> = {
  ...createSynonymMessages,
  refused: {
    ...refused,
    BAD_INPUT: { title: 'The words were not saved', description: 'Please choose the words yourself.' },
  },
};

export const updateSynonymMessages: MessagesFor<Contract, 'updateSynonym'> = {
  success: 'The words are saved',
  failure: { title: 'The words were not saved', description: NO_ANSWER },
  refused: {
    ...refused,
    BAD_INPUT: 'shown',
    NOT_FOUND: { title: 'The words were not saved', description: 'Another staff member deleted them.' },
  },
};

export const deleteSynonymMessages: MessagesFor<Contract, 'deleteSynonym'> = {
  success: 'The words are deleted',
  failure: { title: 'The words were not deleted', description: NO_ANSWER },
  refused: { NOT_FOUND: { title: 'The words were not there any more' } },
};
