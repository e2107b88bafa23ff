import type { MessagesFor } from '#shared/messages.ts';
import type { savedFiltersContract } from './contract.ts';
import { MOST_FILTERS } from './filter-limits.ts';

type Contract = typeof savedFiltersContract;

export const saveFilterMessages: MessagesFor<Contract, 'saveFilter'> = {
  success: 'Filter saved',
  failure: { title: 'The filter could not be saved. Please try again.' },
  refused: {
    CONFLICT: {
      title: 'There is a filter with this name already.',
      description: 'Please choose another name.',
    },
    LIST_FULL: {
      title: `A list has at most ${MOST_FILTERS} saved filters.`,
      description: 'Please delete one that you do not need.',
    },
  },
};

export const deleteFilterMessages: MessagesFor<Contract, 'deleteFilter'> = {
  success: 'Filter deleted',
  failure: { title: 'The filter could not be deleted. Please try again.' },
  refused: { NOT_FOUND: { title: 'Another staff member has deleted this filter already.' } },
};
