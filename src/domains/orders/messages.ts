import type { MessagesFor } from '#shared/messages.ts';
import { NO_LINES } from '#shared/order-limits.ts';
import type { ordersContract } from './contract.ts';

type Contract = typeof ordersContract;

export const signInFirst = { title: 'Authentication Required', description: 'Please login to checkout' };
export const emptyWishlist = { title: 'Empty Wishlist', description: NO_LINES };
/** What was in the cart when it was shown is no longer all there. */
export const cartChanged = {
  title: 'Your cart has changed',
  description: 'Please look at it, and submit the order again.',
};
/** Beside an order that waits for the network and cannot be sent as it is. `unavailable`: names, where they are known. */
export function queueRefusals(
  code: string,
  unavailable: readonly string[],
): { title: string; description: string } {
  const title = 'This order could not be sent';
  if (code === 'PRODUCTS_GONE' || code === 'PRODUCTS_SOLD_OUT') {
    const what = code === 'PRODUCTS_SOLD_OUT' ? 'Sold out' : 'No longer available';
    return {
      title,
      description:
        unavailable.length > 0
          ? `${what}: ${unavailable.join(', ')}. Put the order back into the cart to take that out.`
          : 'Something in it is sold out or gone. Put it back into the cart to take that out.',
    };
  }
  if (code === 'KEY_REUSED') {
    return {
      title,
      description: 'It was already sent with other contents. Please look at your orders first.',
    };
  }
  return { title, description: 'Nothing of it is lost: put it back into the cart, and send it from there.' };
}
export const putBackFailed = {
  title: 'Not put back yet',
  description: 'It may have reached the shop already. Please try again when you are online.',
};
/** Why an order that waits for the network stays there instead of going back into the cart. */
export const putBackRefusals = {
  account: 'It may have reached the shop already. Please sign in with the account that submitted it.',
  full: 'The cart has no room for all of it. Please order or remove what is in the cart first.',
  note: 'A piece of it is in the cart with another note. Please order or remove that one first.',
  storage: 'This browser cannot store the cart now. Please free some storage, and open this page again.',
  unreadable: 'A piece of it cannot be read on this device, so the order stays here.',
};
export type PutBackRefusal = keyof typeof putBackRefusals;
export const submitted = 'Order submitted successfully!';

export const submitMessages: MessagesFor<Contract, 'submit'> = {
  failure: { title: 'Order Creation Failed', description: 'Failed to create order. Please try again.' },
  refused: {
    SIGN_IN_REQUIRED: signInFirst,
    PRICES_CHANGED: 'shown',
    PRODUCTS_GONE: 'shown',
    PRODUCTS_SOLD_OUT: 'shown',
    RATE_LIMITED: 'shown',
    OTHER_ACCOUNT: {
      title: 'Order Creation Failed',
      description: 'Another account is signed in by now. If it is yours, please submit the order again.',
    },
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
  refused: {
    STALE: 'shown',
    SIGN_IN_REQUIRED: {
      title: 'Update Failed',
      description: 'You are signed out. Please sign in in another tab, then save here again.',
    },
  },
  unexpected: { title: 'Unexpected Error', description: 'An unexpected error occurred' },
};

/** Shown in place of a list or an order that could not be loaded. */
export const listFailed = { title: 'Failed to Fetch Orders', description: 'Could not load your orders' };
export const orderFailed = {
  title: 'Order Details Failed',
  description: 'The order could not be loaded just now.',
};
