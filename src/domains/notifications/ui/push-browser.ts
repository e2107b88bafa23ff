import { workerUrl } from '#shared/script-policies.ts';
import { SERVICE_WORKER } from '#shared/service-worker-path.ts';

// What this browser can do, by its own API. Asks for nothing but in `askPermission`.

/** Whether this browser shows notifications: 'home screen' on an iPhone where the shop is not installed. */
export type PushSupport = 'supported' | 'denied' | 'home screen' | 'unsupported';

/** iPads call themselves Macintosh. */
const isOfApple = () =>
  /iPhone|iPad|iPod/.test(navigator.userAgent) ||
  (navigator.userAgent.includes('Macintosh') && navigator.maxTouchPoints > 1);

export function pushSupport(): PushSupport {
  const isThere = 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window;
  // With `npm run dev` there is no service worker.
  if (import.meta.env.DEV || !isThere) return isOfApple() ? 'home screen' : 'unsupported';
  return Notification.permission === 'denied' ? 'denied' : 'supported';
}

/** The prompt of the browser, once. Only in the handler of a press: browsers refuse it elsewhere. */
export const askPermission = async (): Promise<boolean> =>
  (await Notification.requestPermission()) === 'granted';

export async function ownSubscription(): Promise<PushSubscription | null> {
  const registration = await navigator.serviceWorker.getRegistration();
  return (await registration?.pushManager.getSubscription()) ?? null;
}

const bytesOf = (base64url: string) =>
  Uint8Array.from(atob(base64url.replaceAll('-', '+').replaceAll('_', '/')), (one) => one.charCodeAt(0));

/** Whether a subscription is for this key of the shop. */
export function isFor({ options }: PushSubscription, publicKey: string): boolean {
  const key = new Uint8Array(options.applicationServerKey ?? new ArrayBuffer(0));
  const wanted = bytesOf(publicKey);
  return key.length === wanted.length && key.every((byte, at) => byte === wanted[at]);
}

/** How long the service worker may take to be installed, ms. */
const INSTALL_MS = 20_000;

/** Subscribes this browser, which must have the permission, with its push service. */
export async function subscribe(publicKey: string): Promise<PushSubscription> {
  await navigator.serviceWorker.register(workerUrl(SERVICE_WORKER));
  const late = new Promise<never>((_, reject) => {
    setTimeout(() => reject(new Error('The service worker was not installed')), INSTALL_MS);
  });
  const { pushManager } = await Promise.race([navigator.serviceWorker.ready, late]);
  const before = await pushManager.getSubscription();
  if (before && isFor(before, publicKey)) return before;
  // A browser has one, for one key.
  await before?.unsubscribe();
  return pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: bytesOf(publicKey) });
}
