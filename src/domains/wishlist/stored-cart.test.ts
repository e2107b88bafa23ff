import { expect, test, vi } from 'vitest';
import { isId, randomId } from '#shared/random-id.ts';
import { CART_KEY, type CartEntry, withEntry, withNote, without } from './cart.ts';
import { ORDER_KEY, SENT_KEY, storedCart } from './stored-cart.ts';

const entry = (id: string): CartEntry => ({
  product: { id, name: id, price: 1, image: { url: '/uploads/a.jpg', width: 1, height: 1 } },
  notes: '',
  promotion: null,
  addedAt: '',
});

/** As in a browser: one storage shared by all tabs. */
function storage(full = false) {
  const values = new Map<string, string>();
  return {
    values,
    getItem: (name: string) => values.get(name) ?? null,
    setItem(name: string, value: string) {
      if (full) throw new DOMException('full', 'QuotaExceededError');
      values.set(name, value);
    },
  };
}
const added = (cart: ReturnType<typeof storedCart>, id: string) =>
  cart.change((now) => withEntry(now, entry(id)) as CartEntry[]);

test('CART-08 the cart is stored as "wishlist" and is available after a reload and in another tab', () => {
  const shared = storage();
  added(
    storedCart(() => shared),
    'a',
  );
  expect(JSON.parse(shared.values.get('wishlist')!)).toHaveLength(1);
  expect(storedCart(() => shared).read()[0]?.product.id).toBe('a');
});

test('a tab adds to what another tab has written since', () => {
  const shared = storage();
  const [one, two] = [storedCart(() => shared), storedCart(() => shared)];
  added(one, 'a');
  added(two, 'b');
  expect(one.read().map((item) => item.product.id)).toEqual(['a', 'b']);
});

test('the order key survives reloads and is shared by tabs; it changes with a line, a note, and after the order', () => {
  const shared = storage();
  const cart = storedCart(() => shared);
  const keys = [cart.orderKey()];
  const expectNew = () => {
    expect(keys).not.toContain(cart.orderKey());
    keys.push(cart.orderKey());
  };
  added(cart, 'a');
  expectNew();
  expect(storedCart(() => shared).orderKey()).toBe(cart.orderKey());
  cart.change((now) => withNote(now, 'a', 'Size 42'));
  expectNew();
  cart.change((now) => withNote(now, 'a', 'Size 42'));
  expect(cart.orderKey()).toBe(keys.at(-1));
  added(cart, 'b');
  expectNew();
  cart.change((now) => without(now, ['b']));
  expectNew();
  cart.clear();
  expectNew();
  expect(cart.read()).toEqual([]);
});

test('every tab knows the sent order, however the cart changes, until it is cleared', () => {
  const shared = storage();
  const [one, two] = [storedCart(() => shared), storedCart(() => shared)];
  added(one, 'a');
  expect(one.sent()).toBeNull();
  const id = randomId();
  one.noteSent(id);
  added(two, 'b');
  two.change((now) => without(now, ['a']));
  expect(two.sent()).toBe(id);
  two.clear();
  expect(one.sent()).toBeNull();
  shared.values.set(SENT_KEY, '{"id":');
  expect(one.sent()).toBeNull();
});

test('the key of an order that is over is replaced once', () => {
  const shared = storage();
  const [one, two] = [storedCart(() => shared), storedCart(() => shared)];
  const over = one.orderKey();
  one.renewOrderKey(over);
  const next = one.orderKey();
  expect(next).not.toBe(over);
  two.renewOrderKey(over);
  expect(two.orderKey()).toBe(next);
});

test('an invalid order key is replaced', () => {
  const shared = storage();
  shared.values.set(ORDER_KEY, 'nonsense');
  const key = storedCart(() => shared).orderKey();
  expect(isId(key)).toBe(true);
  expect(shared.values.get(ORDER_KEY)).toBe(key);
});

test('an unwritable storage is replaced by memory, and this is reported once', () => {
  const onRefused = vi.fn();
  const cart = storedCart(() => storage(true), onRefused);
  added(cart, 'a');
  added(cart, 'b');
  expect(cart.read()).toHaveLength(2);
  expect(cart.orderKey()).toBe(cart.orderKey());
  expect(onRefused).toHaveBeenCalledTimes(1);
});

test('OFF-03 a change that has to be stored is made in the storage or not at all', () => {
  const shared = storage();
  let isFull = false;
  const cart = storedCart(() => ({
    ...shared,
    setItem(name: string, value: string) {
      if (isFull && name === CART_KEY) throw new DOMException('full', 'QuotaExceededError');
      shared.setItem(name, value);
    },
  }));
  added(cart, 'a');
  const add = (id: string) => cart.changeStored((now) => withEntry(now, entry(id)) as CartEntry[]);
  const key = cart.orderKey();
  isFull = true;
  expect(add('b')).toBe(false);
  expect(cart.read()).toHaveLength(1);
  // An order may have been sent under it.
  expect(cart.orderKey()).toBe(key);
  isFull = false;
  expect(add('b')).toBe(true);
  expect(cart.orderKey()).not.toBe(key);
  expect(storedCart(() => shared).read()).toHaveLength(2);
  isFull = true;
  added(cart, 'c');
  // From now on the cart of this tab is in memory.
  isFull = false;
  expect(add('d')).toBe(false);
});

test('a cart works in a browser that forbids storage', () => {
  const cart = storedCart(() => {
    throw new DOMException('denied', 'SecurityError');
  });
  expect(cart.read()).toEqual([]);
  added(cart, 'a');
  expect(cart.read()).toHaveLength(1);
});

test('ids are created without a secure context too', () => {
  const { crypto: real } = globalThis;
  vi.stubGlobal('crypto', { getRandomValues: real.getRandomValues.bind(real) });
  try {
    const ids = new Set(Array.from({ length: 100 }, randomId));
    expect(ids.size).toBe(100);
    for (const id of ids)
      expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  } finally {
    vi.unstubAllGlobals();
  }
});
