// The part of the service worker API that worker.ts uses: TypeScript's library for workers cannot be loaded beside that
// for documents.

interface ExtendableEvent extends Event {
  waitUntil(work: Promise<unknown>): void;
}

export interface FetchEvent extends ExtendableEvent {
  readonly request: Request;
  /** The browser's own request of a document, sent while the worker starts. */
  readonly preloadResponse: Promise<Response | undefined>;
  respondWith(answer: Promise<Response>): void;
}

export interface PushEvent extends ExtendableEvent {
  readonly data: { json(): unknown } | null;
}

export interface NotificationEvent extends ExtendableEvent {
  readonly notification: Notification;
}

export interface SubscriptionChangeEvent extends ExtendableEvent {
  readonly oldSubscription: PushSubscription | null;
  readonly newSubscription: PushSubscription | null;
}

/** A tab of the shop. */
interface Tab {
  url: string;
  focus(): Promise<unknown>;
}

/** What a tab has sent. */
interface TabMessage extends Event {
  readonly data: unknown;
  readonly source: { postMessage(message: unknown): void };
}

export interface WorkerScope {
  readonly location: Location;
  readonly registration: ServiceWorkerRegistration;
  readonly clients: {
    claim(): Promise<void>;
    matchAll(options: { includeUncontrolled: boolean; type: 'window' }): Promise<Tab[]>;
    openWindow(path: string): Promise<unknown>;
  };
  skipWaiting(): Promise<void>;
  addEventListener(type: 'install' | 'activate', listener: (event: ExtendableEvent) => void): void;
  addEventListener(type: 'fetch', listener: (event: FetchEvent) => void): void;
  addEventListener(type: 'message', listener: (event: TabMessage) => void): void;
  addEventListener(type: 'push', listener: (event: PushEvent) => void): void;
  addEventListener(type: 'notificationclick', listener: (event: NotificationEvent) => void): void;
  addEventListener(type: 'pushsubscriptionchange', listener: (event: SubscriptionChangeEvent) => void): void;
}
