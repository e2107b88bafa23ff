import { isId, randomId } from '#shared/random-id.ts';
import { CART_KEY, type Cart, ordersTheSame, parseCart } from './cart.ts';

/** The localStorage key of the next order's idempotency key. */
export const ORDER_KEY = 'order-key';

/** The localStorage key of the id of the order last sent from this cart. */
export const SENT_KEY = 'sent-order';

export type Storage = Pick<globalThis.Storage, 'getItem' | 'setItem'>;

/**
 * The cart in a browser's storage, with the idempotency key of its order. The key is created with the cart,
 * shared by all tabs, survives reloads, and changes with each line, note or code. The id of the order sent
 * from the cart is stored until the cart is cleared, however the cart changes. An unwritable storage (full,
 * forbidden) is replaced by memory; `onRefused` is called once.
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
    /** The stored text, which changes exactly when the cart does. */
    text: (): string | null => read(CART_KEY),
    read: (): Cart => parseCart(read(CART_KEY)),
    /** Changes the stored cart, including what other tabs have added. */
    change(to: (cart: Cart) => Cart): Cart {
      const before = parseCart(read(CART_KEY));
      const after = to(before);
      if (after === before) return before;
      // The key is written first: a changed cart with the old key could be taken for an order that was sent.
      if (!ordersTheSame(before, after) || !isId(read(ORDER_KEY))) write({ [ORDER_KEY]: randomId() });
      write({ [CART_KEY]: JSON.stringify(after) });
      return after;
    },
    /** As change, but only if the storage keeps the result: otherwise false, and nothing changes, also not in memory. */
    changeStored(to: (cart: Cart) => Cart): boolean {
      if (inMemory) return false;
      const before = parseCart(read(CART_KEY));
      const after = to(before);
      if (after === before) return true;
      const key = read(ORDER_KEY);
      try {
        storage().setItem(ORDER_KEY, randomId());
        storage().setItem(CART_KEY, JSON.stringify(after));
        return true;
      } catch {
        // The cart as it was may have been sent under its key.
        if (key) write({ [ORDER_KEY]: key });
        return false;
      }
    },
    /** The idempotency key of this cart's order; a missing or invalid one is replaced. */
    orderKey(): string {
      const stored = read(ORDER_KEY);
      if (isId(stored)) return stored;
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
    /** A cart whose order, sent under this key, is over is ordered anew. */
    renewOrderKey(over: string) {
      if (read(ORDER_KEY) === over) write({ [ORDER_KEY]: randomId() });
    },
    /** Empties the cart, after its order or to start over: a new key, no sent order. */
    clear() {
      write({ [ORDER_KEY]: randomId(), [CART_KEY]: '[]', [SENT_KEY]: '' });
    },
  };
}
