import { useSyncExternalStore } from 'react';
import { toast } from '#design/toast.ts';
import { isPreviewing } from '#shared/preview.ts';
import {
  type Cart,
  type CartEntry,
  holds,
  parseCart,
  restored,
  withAll,
  withEntry,
  withNote,
  without,
} from '../cart.ts';
import { storedCart } from '../stored-cart.ts';

const stored = storedCart(
  // A preview has a cart of its own, in its tab.
  () => (isPreviewing() ? window.sessionStorage : window.localStorage),
  () =>
    toast.error('Your browser does not keep the cart', {
      description: 'It stays here until you close this tab.',
      id: 'cart-not-kept',
    }),
);

const listeners = new Set<() => void>();
let text: string | null | undefined;
let current: Cart = [];

/** Reads the storage again; equal text returns the same object, as useSyncExternalStore requires. */
function snapshot(): Cart {
  const now = stored.text();
  if (now !== text) {
    text = now;
    current = parseCart(now);
  }
  return current;
}

function notifyListeners() {
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void) {
  if (listeners.size === 0) {
    // Another tab wrote, or the page was restored from the back/forward cache.
    window.addEventListener('storage', notifyListeners);
    window.addEventListener('pageshow', notifyListeners);
  }
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    window.removeEventListener('storage', notifyListeners);
    window.removeEventListener('pageshow', notifyListeners);
  };
}

function change(to: (cart: Cart) => Cart) {
  stored.change(to);
  notifyListeners();
}

/** Changes to the cart, which every tab follows. */
export const cartStore = {
  read: snapshot,
  /** False if the cart is full. */
  add(entry: CartEntry): boolean {
    let full = false;
    change((cart) => {
      const next = withEntry(cart, entry);
      full = next === 'full';
      return next === 'full' ? cart : next;
    });
    return !full;
  },
  /** Returns the function that puts them back at their places. */
  remove(productIds: readonly string[]): () => void {
    const before = snapshot();
    change((cart) => without(cart, productIds));
    return () => change((cart) => restored(cart, before, productIds));
  },
  /** Adds all entries of an order, or none: then says why. 'storage': the browser would not keep them. */
  putBackAll(entries: Cart): 'full' | 'note' | 'storage' | undefined {
    let refusal: 'full' | 'note' | undefined;
    const isStored = stored.changeStored((cart) => {
      const all = withAll(cart, entries);
      if (typeof all !== 'string') return all;
      refusal = all;
      return cart;
    });
    notifyListeners();
    return refusal ?? (isStored ? undefined : 'storage');
  },
  updateNote: (productId: string, note: string) => change((cart) => withNote(cart, productId, note)),
  /** The idempotency key of this cart's order. */
  orderKey: stored.orderKey,
  /** Records that an order was sent from this cart; later changes of the cart do not lose it. */
  noteSent(orderId: string) {
    stored.noteSent(orderId);
    notifyListeners();
  },
  /** Gives the cart another key than that of an order that is over, so that it can be ordered again. */
  renewOrderKey(over: string) {
    stored.renewOrderKey(over);
    notifyListeners();
  },
  /** Empties the cart, after its order or to start over; the next cart gets another key. */
  clear() {
    stored.clear();
    notifyListeners();
  },
};

/** The server does not know the cart: null until the page is hydrated. */
const unknown = () => null;

/** The idempotency key of this cart's order, which changes with the cart; '' on the server. */
export const useOrderKey = (): string => useSyncExternalStore(subscribe, stored.orderKey, () => '');

/** The id of the order last sent from this cart, or null. */
export const useSentOrder = (): string | null => useSyncExternalStore(subscribe, stored.sent, unknown);

/** The cart, synchronized across tabs; null on the server and until hydration. */
export const useCart = (): Cart | null => useSyncExternalStore<Cart | null>(subscribe, snapshot, unknown);

/** Whether the cart holds a product; false on the server and until hydration. Another product's change renders nothing. */
export const useIsInCart = (productId: string): boolean =>
  useSyncExternalStore(
    subscribe,
    () => holds(snapshot(), productId),
    () => false,
  );
