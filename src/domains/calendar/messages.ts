import { type MessagesFor, NO_ANSWER } from '#shared/messages.ts';
import type { calendarContract } from './contract.ts';

type Contract = typeof calendarContract;

const gone = 'It was deleted, or the day came and the shop has done it.';

export const calendarFailed = { title: 'Failed to load the calendar', description: NO_ANSWER };
export const previewLinkFailed = { title: 'The link could not be made', description: NO_ANSWER };
export const plannedFailed = { title: 'Failed to load what is planned', description: NO_ANSWER };

export const planMessages: MessagesFor<Contract, 'planChange'> = {
  success: 'The change is planned',
  failure: { title: 'The change was not planned', description: NO_ANSWER },
  refused: {
    BAD_INPUT: 'shown',
    NOT_FOUND: { title: 'The change was not planned', description: 'Another staff member deleted this.' },
  },
};

export const updatePlanMessages: MessagesFor<Contract, 'updatePlannedChange'> = {
  success: 'The planned change is saved',
  failure: { title: 'The planned change was not saved', description: NO_ANSWER },
  refused: { BAD_INPUT: 'shown', NOT_FOUND: { title: 'The planned change is gone', description: gone } },
};

export const deletePlanMessages: MessagesFor<Contract, 'deletePlannedChange'> = {
  success: 'The planned change is removed',
  failure: { title: 'The planned change was not removed', description: NO_ANSWER },
  refused: { NOT_FOUND: { title: 'The planned change is gone', description: gone } },
};

export const createDayMessages: MessagesFor<Contract, 'createSpecialDay'> = {
  success: 'The day is added',
  failure: { title: 'The day was not added', description: NO_ANSWER },
  refused: {
    LIST_FULL: {
      title: 'The day was not added',
      description: 'There are 200 already. Please delete some first.',
    },
  },
};

export const updateDayMessages: MessagesFor<Contract, 'updateSpecialDay'> = {
  success: 'The day is saved',
  failure: { title: 'The day was not saved', description: NO_ANSWER },
  refused: { NOT_FOUND: { title: 'The day was not saved', description: 'Another staff member deleted it.' } },
};

export const deleteDayMessages: MessagesFor<Contract, 'deleteSpecialDay'> = {
  success: 'The day is deleted',
  failure: { title: 'The day was not deleted', description: NO_ANSWER },
  refused: { NOT_FOUND: { title: 'The day was not there any more' } },
};

export const moveMessages = {
  failure: { title: 'The promotion was not moved', description: NO_ANSWER },
  refused: {
    NOT_FOUND: { title: 'The promotion was not moved', description: 'Another staff member deleted it.' },
    STALE: {
      title: 'The promotion was not moved',
      description: 'Another staff member changed it. Its current days are shown; please move it again.',
    },
  },
} as const;
