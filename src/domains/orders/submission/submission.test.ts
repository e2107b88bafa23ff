import { expect, test, vi } from 'vitest';
import type { Order } from '../contract.ts';
import { atNewPrices, BUSY_MS, submitOrder } from './submission.ts';

const line = { productId: 'p', note: '', promotionCode: null, shownPrice: 100 };
const input = { idempotencyKey: 'k', lines: [line], signedIn: true };
const order = { id: 'o', orderNumber: '0042', whatsappLink: 'https://wa.me/234?text=Hello' } as Order;
const atOnce = async () => undefined;
const refusing = (code: string, status: number, data?: unknown) => async () => {
  throw Object.assign(new Error(code), { code, status, data });
};

test('CHECKOUT-16 CHECKOUT-17 a submission gives success, requiresAuth, the order with its number and the chat link', async () => {
  const sent = vi.fn(async () => order);
  const result = await submitOrder(input, sent, atOnce);
  expect(result).toEqual({
    success: true,
    requiresAuth: false,
    order,
    whatsappLink: 'https://wa.me/234?text=Hello',
  });
  expect(sent).toHaveBeenCalledWith({ idempotencyKey: 'k', lines: [line] });
});

test('CHECKOUT-15 CHECKOUT-16 without a session nothing is sent, and the result requires sign-in', async () => {
  const sent = vi.fn();
  const result = await submitOrder({ ...input, signedIn: false }, sent, atOnce);
  expect(result).toMatchObject({ success: false, requiresAuth: true, order: null });
  expect(sent).not.toHaveBeenCalled();
  expect(await submitOrder(input, refusing('SIGN_IN_REQUIRED', 401), atOnce)).toMatchObject({
    requiresAuth: true,
  });
});

test('CHECKOUT-14 an empty cart is not sent', async () => {
  const sent = vi.fn();
  expect(await submitOrder({ ...input, lines: [] }, sent, atOnce)).toMatchObject({ reason: 'empty' });
  expect(sent).not.toHaveBeenCalled();
});

test('changed prices and deleted products are returned with their lines', async () => {
  const lines = [{ productId: 'p', name: 'Kaftan', before: 100, after: 120 }];
  const changed = await submitOrder(input, refusing('PRICES_CHANGED', 409, { lines }), atOnce);
  expect(changed).toMatchObject({ success: false, reason: 'prices', lines });
  expect(atNewPrices([line], lines)).toEqual([{ ...line, shownPrice: 120 }]);
  const unavailable = await submitOrder(input, refusing('PRODUCTS_GONE', 409, { lines }), atOnce);
  expect(unavailable).toMatchObject({ reason: 'unavailable', lines });
});

test('VIS-03 sold-out products are returned with their names', async () => {
  const lines = [{ productId: 'p', name: 'Kaftan', before: 100, after: null }];
  const refused = await submitOrder(input, refusing('PRODUCTS_SOLD_OUT', 409, { lines }), atOnce);
  expect(refused).toMatchObject({ success: false, reason: 'unavailable', lines });
});

test('ERR-08 a lost connection is a failed result, not an exception', async () => {
  const result = await submitOrder(
    input,
    async () => {
      throw new TypeError('Failed to fetch');
    },
    atOnce,
  );
  expect(result).toMatchObject({ success: false, requiresAuth: false, reason: 'failed', order: null });
});

test('CHECKOUT-06 the minimum busy time runs in parallel with the request', async () => {
  vi.useFakeTimers();
  try {
    let settled = false;
    const slow = () => new Promise<Order>((done) => setTimeout(done, 800, order));
    const answer = submitOrder(input, slow).then(() => {
      settled = true;
    });
    await vi.advanceTimersByTimeAsync(BUSY_MS - 1);
    expect(settled).toBe(false);
    await vi.advanceTimersByTimeAsync(1);
    expect(settled).toBe(true);
    await answer;
  } finally {
    vi.useRealTimers();
  }
});
