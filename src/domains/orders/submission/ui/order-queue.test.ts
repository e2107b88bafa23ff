import { ORPCError } from '@orpc/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { CART_KEY } from '#domains/wishlist/cart.ts';
import { SENT_KEY } from '#domains/wishlist/stored-cart.ts';
import { cartStore } from '#domains/wishlist/ui/cart-store.ts';
import { MAX_LINES } from '#shared/order-limits.ts';
import { QUEUE_KEY, TRIED_KEY } from '#shared/order-queued.ts';
import type { OrdersApi } from '../../ui/order.queries.ts';
import { parseQueue } from '../queued-order.ts';
import { putBack, queueOrder, sendQueued, submitCart } from './order-queue.ts';
import { noteSent, noteUnanswered } from './unanswered-orders.ts';

const id = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;
const [ACCOUNT, PRODUCT] = [id(1), id(9)];
const values = new Map<string, string>();
/** Whether the storage has no room for a longer cart. */
let isFull = false;
const navigator = { onLine: true };
const orders = { submit: vi.fn(), findSubmitted: vi.fn() };
const api = { orders } as unknown as OrdersApi;

beforeEach(() => {
  values.clear();
  isFull = false;
  vi.resetAllMocks();
  const localStorage = {
    getItem: (key: string) => values.get(key) ?? null,
    setItem(key: string, value: string) {
      if (key === CART_KEY && isFull) throw new DOMException('full', 'QuotaExceededError');
      values.set(key, value);
    },
  };
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  vi.stubGlobal('localStorage', localStorage);
  vi.stubGlobal('window', { localStorage, location: { pathname: '/checkout' } });
  vi.stubGlobal('navigator', navigator);
  vi.stubGlobal('dispatchEvent', () => true);
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

const entry = (product: string, notes = '') => ({
  product: { id: product, name: 'Agbada', price: 100, image: { url: '/uploads/a.jpg', width: 4, height: 5 } },
  notes,
  promotion: null,
  addedAt: '',
});
const queued = () => parseQueue(values.get(QUEUE_KEY) ?? null).orders;

/** The button stays busy for a while. */
async function answered<T>(submission: Promise<T>): Promise<T> {
  await vi.runAllTimersAsync();
  return submission;
}

/** Presses 'Submit Order'; no answer arrives. */
async function press(isOnline: boolean) {
  navigator.onLine = isOnline;
  orders.submit.mockRejectedValue(new TypeError('Failed to fetch'));
  const idempotencyKey = cartStore.orderKey();
  const lines = cartStore.read().map(({ product, notes }) => ({
    productId: product.id,
    note: notes,
    promotionCode: null,
    shownPrice: 100,
  }));
  await answered(submitCart(api, { idempotencyKey, lines, account: ACCOUNT }));
  return { idempotencyKey, lines, account: ACCOUNT, entries: cartStore.read() };
}

test('OFF-03 an order whose answer was lost and that is submitted again offline is asked about before it is put back', async () => {
  cartStore.add(entry(PRODUCT, 'Bust 38'));
  await press(true);
  expect(await queueOrder(await press(false))).toBe(true);
  const [order] = queued();
  expect(order?.isTried).toBe(true);
  expect(cartStore.read()).toEqual([]);
  // Offline it cannot be found out.
  orders.findSubmitted.mockRejectedValueOnce(new TypeError('Failed to fetch'));
  await expect(putBack(api, order!)).rejects.toThrow();
  expect(queued()).toHaveLength(1);
  orders.findSubmitted.mockResolvedValueOnce({ id: id(5), orderNumber: '20261127-0001' });
  await putBack(api, order!);
  expect(queued()[0]?.state).toMatchObject({ is: 'sent', orderId: id(5) });
  expect(cartStore.read()).toEqual([]);
});

test('OFF-03 an order that may have reached the shop is not put back in the session of another account, or without one', async () => {
  cartStore.add(entry(PRODUCT));
  await press(true);
  await queueOrder(await press(false));
  const [order] = queued();
  for (const code of ['OTHER_ACCOUNT', 'SIGN_IN_REQUIRED']) {
    orders.findSubmitted.mockRejectedValueOnce(new ORPCError(code));
    expect(await putBack(api, order!)).toBe('account');
  }
  const { idempotencyKey, account } = order!;
  expect(orders.findSubmitted.mock.calls).toEqual([
    [{ idempotencyKey, account }],
    [{ idempotencyKey, account }],
  ]);
  expect([queued().length, cartStore.read()]).toEqual([1, []]);
});

test('OFF-03 the checkout of a cart that was changed meanwhile learns of the order that was sent', async () => {
  cartStore.add(entry(PRODUCT));
  await queueOrder(await press(false));
  expect(values.get(SENT_KEY)).toBe('');
  // Another cart with the same piece.
  cartStore.add(entry(PRODUCT, 'In red'));
  orders.submit.mockResolvedValueOnce({ id: id(5), orderNumber: '20261127-0001' });
  navigator.onLine = true;
  await answered(sendQueued(api, ACCOUNT));
  expect(queued()[0]?.state).toMatchObject({ is: 'sent', orderId: id(5) });
  expect(values.get(SENT_KEY)).toBe(id(5));
});

test('OFF-03 an order is one without an answer until the shop has refused it or it is known to be sent', async () => {
  cartStore.add(entry(PRODUCT));
  const { idempotencyKey } = await press(true);
  expect(values.get('unanswered-orders')).toBe(idempotencyKey);
  orders.submit.mockRejectedValue(new ORPCError('BUSY', { status: 503 }));
  const lines = [{ productId: PRODUCT, note: '', promotionCode: null, shownPrice: 100 }];
  const submit = () => answered(submitCart(api, { idempotencyKey, lines, account: ACCOUNT }));
  await submit();
  expect(values.get('unanswered-orders')).toBe(idempotencyKey);
  orders.submit.mockRejectedValue(new ORPCError('PRICES_CHANGED', { status: 409 }));
  await submit();
  expect(values.get('unanswered-orders')).toBe('');
  // Refused at once: no earlier attempt can have saved it.
  orders.submit.mockRejectedValue(new ORPCError('RATE_LIMITED', { status: 429 }));
  await submit();
  expect(values.get('unanswered-orders')).toBe('');
  for (const at of [1, 2, 3, 4, 3]) noteUnanswered(id(at));
  expect(values.get('unanswered-orders')).toBe([id(2), id(4), id(3)].join(' '));
  noteSent(id(5), id(4));
  expect(values.get('unanswered-orders')).toBe([id(2), id(3)].join(' '));
});

test.each([
  // The shop looks for an order of the key after these.
  ['SIGN_IN_REQUIRED', 401, true],
  ['OTHER_ACCOUNT', 403, true],
  ['RATE_LIMITED', 429, true],
  // There is one.
  ['KEY_REUSED', 409, true],
  ['PROFILE_NOT_FOUND', 404, false],
  ['PRODUCTS_GONE', 409, false],
  ['PRODUCTS_SOLD_OUT', 409, false],
])(
  'OFF-03 whether a refusal after a lost answer leaves the order without one: %s',
  async (code, status, isUnanswered) => {
    cartStore.add(entry(PRODUCT));
    const { lines, entries, ...sent } = await press(true);
    orders.submit.mockRejectedValue(new ORPCError(code, { status }));
    await answered(submitCart(api, { ...sent, lines }));
    expect(values.get('unanswered-orders')).toBe(isUnanswered ? sent.idempotencyKey : '');
  },
);

test('OFF-03 that a key may have reached the shop is stored before its request is sent', async () => {
  cartStore.add(entry(PRODUCT));
  const seen: boolean[] = [];
  orders.submit.mockImplementation(() => {
    seen.push(values.get(TRIED_KEY) === JSON.stringify([cartStore.orderKey()]));
    throw new TypeError('Failed to fetch');
  });
  navigator.onLine = true;
  const lines = [{ productId: PRODUCT, note: '', promotionCode: null, shownPrice: 100 }];
  await answered(submitCart(api, { idempotencyKey: cartStore.orderKey(), lines, account: ACCOUNT }));
  expect(seen).toEqual([true]);
});

test('OFF-03 a key that was tried before a reload is still a tried one, among the 20 newest', async () => {
  cartStore.add(entry(PRODUCT));
  const older = Array.from({ length: 20 }, (_, at) => id(100 + at));
  values.set(TRIED_KEY, JSON.stringify([...older.slice(1), cartStore.orderKey()]));
  await queueOrder(await press(false));
  expect(queued()[0]?.isTried).toBe(true);
  cartStore.add(entry(PRODUCT));
  const { idempotencyKey } = await press(true);
  expect(JSON.parse(values.get(TRIED_KEY)!)).toEqual([
    ...older.slice(2),
    queued()[0]!.idempotencyKey,
    idempotencyKey,
  ]);
});

test('OFF-03 an order that was only submitted offline is put back without asking', async () => {
  cartStore.add(entry(PRODUCT, 'Bust 38'));
  await queueOrder(await press(false));
  await putBack(api, queued()[0]!);
  expect(orders.findSubmitted).not.toHaveBeenCalled();
  expect(queued()).toEqual([]);
  expect(cartStore.read().map(({ notes }) => notes)).toEqual(['Bust 38']);
});

test('OFF-03 an order stays in the queue unless the stored cart has every line and note of it', async () => {
  cartStore.add(entry(PRODUCT, 'Bust 38'));
  cartStore.add(entry(id(8)));
  await queueOrder(await press(false));
  const [order] = queued();
  const refused = async (reason: string) => {
    const before = new Map(values);
    expect(await putBack(api, order!)).toBe(reason);
    expect(values).toEqual(before);
  };
  cartStore.add(entry(PRODUCT, 'Bust 40'));
  await refused('note');
  cartStore.clear();
  for (let at = 0; at < MAX_LINES - 1; at++) cartStore.add(entry(id(100 + at)));
  await refused('full');
  cartStore.clear();
  cartStore.add(entry(PRODUCT));
  isFull = true;
  await refused('storage');
  isFull = false;
  // The line that is there gets the note.
  expect(await putBack(api, order!)).toBeUndefined();
  expect(queued()).toEqual([]);
  const lines = cartStore.read().map(({ product, notes }) => [product.id, notes]);
  expect(lines).toEqual([
    [PRODUCT, 'Bust 38'],
    [id(8), ''],
  ]);
});

test('OFF-03 an order with a line whose entry cannot be read is not put back', async () => {
  cartStore.add(entry(PRODUCT));
  await queueOrder({ ...(await press(false)), entries: [] });
  expect(await putBack(api, queued()[0]!)).toBe('unreadable');
  expect(queued()).toHaveLength(1);
});

test('OFF-03 an order of another account with the same key neither blocks one nor changes with it', async () => {
  cartStore.add(entry(PRODUCT));
  const pressed = await press(false);
  await queueOrder({ ...pressed, account: id(2) });
  await queueOrder(pressed);
  navigator.onLine = true;
  orders.submit.mockResolvedValue({ id: id(5), orderNumber: '20261127-0001' });
  expect(await sendQueued(api, ACCOUNT)).toBe(false);
  expect(queued().map(({ account, state }) => [account, state.is])).toEqual([
    [id(2), 'waiting'],
    [ACCOUNT, 'sent'],
  ]);
  navigator.onLine = false;
  await putBack(api, queued()[0]!);
  expect(queued().map(({ account }) => account)).toEqual([ACCOUNT]);
});
