import { expect, test, vi } from 'vitest';
import { handleNotifications } from './notifications.ts';
import type { WorkerScope } from './worker-scope.ts';

/** A scope with these tabs. `handle` calls the listener of an event and waits for its work. */
function scopeWith(urls: string[]) {
  const focused: string[] = [];
  const openWindow = vi.fn(async () => undefined);
  const showNotification = vi.fn(async () => undefined);
  const listeners = new Map<string, (event: object) => void>();
  handleNotifications({
    location: { origin: 'https://shop.test' },
    registration: { showNotification },
    clients: {
      matchAll: async () => urls.map((url) => ({ url, focus: async () => void focused.push(url) })),
      openWindow,
    },
    addEventListener: (type: string, listener: (event: object) => void) => listeners.set(type, listener),
  } as unknown as WorkerScope);
  async function handle(type: string, event: object): Promise<void> {
    let work: Promise<unknown> | undefined;
    listeners.get(type)?.({ ...event, waitUntil: (promise: Promise<unknown>) => (work = promise) });
    await work;
  }
  const press = (path: string) =>
    handle('notificationclick', { notification: { close: () => undefined, data: path } });
  return { handle, press, focused, openWindow, showNotification };
}

test('OFF-07 a message is shown as the shop wrote it, and replaces an older one of its order', async () => {
  const scope = scopeWith([]);
  const message = { title: 'Your order is ready', body: '#1234', tag: 'order-7', path: '/orders/7' };
  await scope.handle('push', { data: { json: () => message } });
  expect(scope.showNotification).toHaveBeenCalledWith('Your order is ready', {
    body: '#1234',
    tag: 'order-7',
    renotify: true,
    icon: '/icon-192.png',
    data: '/orders/7',
  });
  await scope.handle('push', { data: null });
  expect(scope.showNotification).toHaveBeenCalledTimes(1);
});

test('OFF-07 a press shows the tab that has the order open, else a new one', async () => {
  const scope = scopeWith(['https://shop.test/products', 'https://shop.test/orders/7?from=mail#items']);
  await scope.press('/orders/7');
  expect(scope.focused).toEqual(['https://shop.test/orders/7?from=mail#items']);
  expect(scope.openWindow).not.toHaveBeenCalled();
  await scope.press('/orders/70');
  expect(scope.openWindow).toHaveBeenCalledWith('/orders/70');
  expect(scope.focused).toHaveLength(1);
});
