import type { NotificationEvent, PushEvent, SubscriptionChangeEvent, WorkerScope } from './worker-scope.ts';

// The notifications of the shop (decision 0063): the shop writes their text, see OrderNotification.

interface Shown {
  title: string;
  body: string;
  tag: string;
  path: string;
}

export function handleNotifications(scope: WorkerScope): void {
  scope.addEventListener('push', (event) => event.waitUntil(show(scope, event)));
  scope.addEventListener('notificationclick', (event) => event.waitUntil(open(scope, event)));
  scope.addEventListener('pushsubscriptionchange', (event) => event.waitUntil(renew(scope, event)));
}

/** Replaces the notification of the same order, and alerts again. */
async function show({ registration }: WorkerScope, { data }: PushEvent): Promise<void> {
  if (!data) return;
  const { title, path, ...rest } = data.json() as Shown;
  const options = { ...rest, renotify: true, icon: '/icon-192.png', data: path };
  await registration.showNotification(title, options);
}

/** Shows the order: in the tab that has it open, else in a new one. */
async function open({ clients, location }: WorkerScope, { notification }: NotificationEvent): Promise<void> {
  notification.close();
  const path = notification.data as string;
  const tabs = await clients.matchAll({ includeUncontrolled: true, type: 'window' });
  const tab = tabs.find(({ url }) => url.split(/[?#]/)[0] === location.origin + path);
  await (tab ? tab.focus() : clients.openWindow(path));
}

/** The push service has replaced the endpoint: the shop gets the new one in the place of the old one. */
async function renew({ registration }: WorkerScope, event: SubscriptionChangeEvent): Promise<void> {
  const { oldSubscription: before, newSubscription } = event;
  if (!before) return;
  const next = newSubscription ?? (await registration.pushManager.subscribe(before.options));
  const { endpoint, keys } = next.toJSON();
  await fetch('/api/rpc/push/renewSubscription', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ json: { before: before.endpoint, endpoint, keys } }),
  });
}
