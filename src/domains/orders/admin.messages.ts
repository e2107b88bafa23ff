import { LOST_ANSWER } from '#shared/lost-answer.ts';
import { codeOf, type Message, type MessagesFor, NO_ANSWER } from '#shared/messages.ts';
import type { ordersAdminContract } from './admin.contract.ts';
import { type OrderStatus, STATUS_LABELS } from './order.ts';

type Contract = typeof ordersAdminContract;

/** Title of the toast when all orders could not be loaded; the server's message goes below it. */
export const allOrdersFailed = 'Failed to fetch orders';
/** Shown in place of the table. */
export const allOrdersMissing = 'Could not load orders';
/** The server refused the request. */
export const allOrdersRefused: Message = {
  title: "Couldn't load orders",
  description: 'Please make sure you have admin privileges.',
};

/** The success message depends on concurrent changes: see `statusSaved`. */
export const setStatusMessages: MessagesFor<Contract, 'setStatus'> = {
  failure: { title: 'Update Failed', description: 'Failed to update order status. Please try again.' },
  refused: {
    NO_PERMISSION: {
      title: 'Permission Denied',
      description: "You don't have permission to update order status",
    },
    STATUS_CHANGED: 'shown',
  },
};

export const checkMessageMessages: MessagesFor<Contract, 'checkMessage'> = {
  failure: { title: 'The message was not checked', description: 'Please try again.' },
};

export const deleteItemMessages: MessagesFor<Contract, 'deleteItem'> = {
  success: 'Item taken out',
  failure: { title: 'The item was not taken out', description: 'Please try again.' },
  refused: {
    NOT_PENDING: {
      title: 'The item was not taken out',
      description: 'The order is no longer pending. Its items stay as they are.',
    },
    LAST_ITEM: {
      title: 'The item was not taken out',
      description: 'An order keeps at least one item. Cancel the order instead.',
    },
    NOT_FOUND: { title: 'This item is out already', description: 'Another staff member removed it first.' },
  },
};

export const setDueDayMessages: MessagesFor<Contract, 'setDueDay'> = {
  success: 'Due day saved',
  failure: { title: 'The due day was not saved', description: 'Please try again.' },
  refused: { STALE: 'shown' },
};

export const confirmOrderMessages: MessagesFor<Contract, 'confirmOrder'> = {
  failure: { title: 'The order was not confirmed', description: 'Please try again.' },
};

/** Message of a confirmation, also if another staff member was first. */
export const orderConfirmed = ({ earlier }: { earlier: { name: string } | null }): string =>
  earlier ? `${earlier.name} has confirmed it already` : 'Order confirmed';

export const remindCustomerMessages: MessagesFor<Contract, 'remindCustomer'> = {
  failure: { title: 'The reminder was not recorded', description: 'Please try again.' },
  refused: {
    REMINDED: {
      title: 'They were reminded already',
      description: 'Another staff member reminded them less than 24 hours ago.',
    },
    NO_REMINDER: {
      title: 'No reminder is needed',
      description: 'This order was confirmed, completed or cancelled.',
    },
  },
};

export const addStaffNoteMessages: MessagesFor<Contract, 'addStaffNote'> = {
  success: 'Note added',
  failure: { title: 'The note was not added', description: 'Your text is still here. Please try again.' },
};

export const deleteStaffNoteMessages: MessagesFor<Contract, 'deleteStaffNote'> = {
  success: 'Note deleted',
  failure: { title: 'The note was not deleted', description: 'Please try again.' },
  refused: {
    NOT_FOUND: { title: 'This note is gone already', description: 'Somebody else deleted it first.' },
  },
};

/** Title of the message when a customer could not be loaded. */
export const customerFailed: Message = { title: 'Could not load this customer' };

/** Message when another staff member had set a status that the screen did not show. */
export const overtakenText = (name: string, before: OrderStatus): string =>
  `${name} had set it to ${STATUS_LABELS[before]}`;

export function statusSaved({
  before,
  overtaken,
}: {
  before: OrderStatus;
  overtaken: { name: string } | null;
}): Message {
  const saved = 'Order status updated successfully';
  return {
    title: 'Success',
    description: overtaken ? `${saved}. ${overtakenText(overtaken.name, before)}.` : saved,
  };
}

/** The sentence below 'Failed to fetch orders': the server's message, or that it could not be reached. */
export const failedBecause = (error: unknown): string =>
  codeOf(error) === undefined ? NO_ANSWER : (error as Error).message;

export const setStatusesMessages: MessagesFor<typeof ordersAdminContract, 'setStatuses'> = {
  failure: {
    title: 'The orders could not be changed. Please try again.',
    description: 'Nothing was changed.',
  },
  lost: LOST_ANSWER,
};
