import type { MessagesFor } from '#shared/messages.ts';
import type { ordersContract } from './contract.ts';

type Contract = typeof ordersContract;

export const signInFirst = { title: 'Authentication Required', description: 'Please login to checkout' };
export const emptyWishlist = { title: 'Empty Wishlist', description: 'Your wishlist is empty' };
export const submitted = 'Order submitted successfully!';

export const submitMessages: MessagesFor<Contract, 'submit'> = {
  failure: { title: 'Order Creation Failed', description: 'Failed to create order. Please try again.' },
  refused: {
    SIGN_IN_REQUIRED: signInFirst,
    PRICES_CHANGED: 'shown',
    PRODUCTS_GONE: 'shown',
    PRODUCTS_SOLD_OUT: 'shown',
    RATE_LIMITED: 'shown',
    KEY_REUSED: {
      title: 'Order Creation Failed',
      description: 'This order was already sent with other contents. Please look at your orders first.',
    },
  },
  unexpected: { title: 'Unexpected Error', description: 'An unexpected error occurred' },
};

export const updateNoteMessages: MessagesFor<Contract, 'updateNote'> = {
  success: 'Note updated successfully',
  failure: { title: 'Update Failed', description: 'Failed to note update' },
  refused: { STALE: 'shown' },
  unexpected: { title: 'Unexpected Error', description: 'An unexpected error occurred' },
};

/** Shown in place of a list or an order that could not be loaded. */
export const listFailed = { title: 'Failed to Fetch Orders', description: 'Could not load your orders' };
export const orderFailed = {
  title: 'Order Details Failed',
  description: 'The order could not be loaded just now.',
};
