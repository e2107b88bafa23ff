import { isId, randomId } from '#shared/random-id.ts';
import { CART_KEY, type Cart, ordersTheSame, parseCart } from './cart.ts';

/** Where the idempotency key of the next order lies, beside the cart. */
export const ORDER_KEY = 'order-key';

/** Where the id of the order that was last sent from this cart lies. */
export const SENT_KEY = 'sent-order';

export type Storage = Pick<globalThis.Storage, 'getItem' | 'setItem'>;

/**
 * The cart in a browser's storage, and beside it the key under which it will be ordered: made with the cart,
 * the same in all tabs, kept over reloads, another one as soon as a line, a note or a code is another.
 * Which order was sent from it is kept until the cart is cleared, however it changes meanwhile.
 * A storage that refuses (full, forbidden) is replaced by memory; `onRefused` is told once.
 */
export function storedCart(storage: () => Storage, onRefused: () => void = () => undefined) {
  let inMemory: Map<string, string> | undefined;

  function read(name: string): string | null {
    if (inMemory) return inMemory.get(name) ?? null;
    try {
      return storage().getItem(name);
    } catch {
      return null;
    }
  }

  function write(values: Record<string, string>) {
    try {
      if (!inMemory) {
        for (const [name, value] of Object.entries(values)) storage().setItem(name, value);
        return;
      }
    } catch {
      inMemory = new Map(
        [CART_KEY, ORDER_KEY, SENT_KEY].flatMap((name) => {
          const value = read(name);
          return value === null ? [] : [[name, value] as const];
        }),
      );
      onRefused();
    }
    for (const [name, value] of Object.entries(values)) inMemory?.set(name, value);
  }

  return {
    /** The text, which changes exactly when the cart does. */
    text: (): string | null => read(CART_KEY),
    read: (): Cart => parseCart(read(CART_KEY)),
    /** Changes what lies in the storage now, another tab's additions included. */
    change(to: (cart: Cart) => Cart): Cart {
      const before = parseCart(read(CART_KEY));
      const after = to(before);
      if (after === before) return before;
      // The key first: a cart that is written with an old key could be taken for an order that was sent.
      if (!ordersTheSame(before, after) || !isId(read(ORDER_KEY))) write({ [ORDER_KEY]: randomId() });
      write({ [CART_KEY]: JSON.stringify(after) });
      return after;
    },
    /** The key of this cart's order; a missing or broken one is made anew. */
    orderKey(): string {
      const kept = read(ORDER_KEY);
      if (isId(kept)) return kept;
      const key = randomId();
      write({ [ORDER_KEY]: key });
      return key;
    },
    /** The id of the order that was last sent from this cart, or null. */
    sent(): string | null {
      const id = read(SENT_KEY);
      return isId(id) ? id : null;
    },
    noteSent: (orderId: string) => write({ [SENT_KEY]: orderId }),
    /** The order was taken along, or she begins anew: an empty cart, another key, nothing sent. */
    clear() {
      write({ [ORDER_KEY]: randomId(), [CART_KEY]: '[]', [SENT_KEY]: '' });
    },
  };
}
