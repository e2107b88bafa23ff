import { AS_OF_HEADER, asOfText } from '#shared/as-of.ts';
import { SHELL, SHELL_ATTRIBUTE } from '#shared/shell.ts';
import { withStaleNotice } from '#shared/stale-notice.ts';
import { countBytes } from './count-bytes.ts';
import { handleNotifications } from './notifications.ts';
import {
  cachesToDelete,
  filesOf,
  IMAGES,
  INSTALLED,
  imagesToDelete,
  isOfBuild,
  isSearch,
  type Kind,
  keyOf,
  kindOf,
  mayStore,
  pagesOf,
} from './rules.ts';
import type { FetchEvent, WorkerScope } from './worker-scope.ts';

// The service worker of the storefront (decision 0056). tools/service-worker.ts builds it.

/** Written by the build: its id, the files stored with the worker, and those stored once they are used. */
declare const BUILD: { id: string; now: readonly string[]; later: readonly string[] };
const { id: build, now, later } = BUILD;

const scope = self as unknown as WorkerScope;
const { origin } = scope.location;
const files = new Set([...now, ...later]);

/** How long a page waits for the network where there is a stored one, ms. */
const PATIENCE_MS = 2_000;
/** Pages and reads that are stored at most, and of these searches. */
const MAX_PAGES = 200;
const MAX_SEARCHES = 30;
const OFFLINE_PAGE = '/offline';
/** On the page above. Its content changes without its name. */
const ICON = '/favicon.svg';
/** Pages that are stored even if they were never opened. */
const ALWAYS = ['/', SHELL];
/** Pages that read nothing of their own: the shell is as good as a stored one. */
const FRAMES = ['/cart', '/wishlist', '/checkout'];
/** How much older than the last visit the shell may be, ms: it has the running promotions and the categories. */
const SHELL_LIFE_MS = 24 * 60 * 60 * 1000;
const STORED_AT = 'x-stored-at';

scope.addEventListener('install', (event) => event.waitUntil(install()));
scope.addEventListener('activate', (event) => event.waitUntil(activate()));
scope.addEventListener('fetch', (event) => {
  const kind = kindOf(event.request, origin);
  if (kind) event.respondWith(answer(event, kind));
});

countBytes(scope);
handleNotifications(scope);

async function install(): Promise<void> {
  const cache = await caches.open(filesOf(build));
  // Without all of them the worker is not installed, and the next page tries again.
  await Promise.all([...now, OFFLINE_PAGE, ICON].map((path) => storeFile(cache, path)));
  // Open tabs were loaded without this worker.
  const open = await scope.clients.matchAll({ includeUncontrolled: true, type: 'window' });
  const pages = open.filter(
    ({ url }) => kindOf({ method: 'GET', url, mode: 'navigate', referrer: '' }, origin) === 'page',
  );
  const urls = new Set([...ALWAYS.map((path) => origin + path), ...pages.map(({ url }) => keyOf(url))]);
  await Promise.all([...urls].map((url) => fetchPage(url).catch(ignore)));
  await cache.put(INSTALLED, new Response());
  await scope.skipWaiting();
}

async function fetchPage(url: string): Promise<void> {
  // So that a search is not counted again.
  await keep(url, await fetch(url, { headers: { purpose: 'prefetch' } }), 'page');
}

async function activate(): Promise<void> {
  const names = await caches.keys();
  const entries = await Promise.all(names.map((cacheName) => caches.match(INSTALLED, { cacheName })));
  const installed = names.filter((_, index) => entries[index]);
  const old = cachesToDelete(names, installed, build);
  await Promise.all(old.map((name) => caches.delete(name)));
  await scope.registration.navigationPreload?.enable();
  await scope.clients.claim();
}

function answer(event: FetchEvent, kind: Kind): Promise<Response> {
  if (kind === 'file') return file(event);
  if (kind === 'image') return image(event);
  if (kind === 'icon') return load(event).catch(() => storedIcon());
  if (kind === 'private page') return load(event).catch(offlinePage);
  return networkFirst(event, kind);
}

const load = async ({ request, preloadResponse }: FetchEvent) => (await preloadResponse) ?? fetch(request);

/** The network's answer; after 2 s, without a network or while the shop fails, the stored one with its time. */
async function networkFirst(event: FetchEvent, kind: 'page' | 'read'): Promise<Response> {
  const key = keyOf(event.request.url);
  const loaded = load(event);
  const kept = loaded.then((response) => keep(key, response.clone(), kind));
  event.waitUntil(kept.then(() => (kind === 'page' ? renewShell() : undefined)).catch(ignore));
  const { pathname } = new URL(key);
  const stored =
    (await find(key, kind).catch(ignore)) ?? (FRAMES.includes(pathname) ? await shell() : undefined);
  if (!stored) return loaded.catch((error) => (kind === 'page' ? unseenPage() : Promise.reject(error)));
  const patience = new Promise<undefined>((resolve) => setTimeout(resolve, PATIENCE_MS));
  const answered = kind === 'page' ? loaded.then(whole) : loaded;
  const inTime = await Promise.race([answered.catch(ignore), patience]);
  return inTime && inTime.status < 500 ? inTime : marked(stored, kind);
}

/** An answer once its body has arrived: that of a page can stall, and would stay half of one. */
async function whole(response: Response): Promise<Response> {
  await response.clone().arrayBuffer();
  return response;
}

const ofBuild = async (key: string) => (await caches.open(pagesOf(build))).match(key, { ignoreVary: true });

/** Pages also of the previous build, whose files are stored with them; its data may be of another form. */
async function find(key: string, kind: 'page' | 'read'): Promise<Response | undefined> {
  const own = await ofBuild(key);
  return own || kind === 'read' ? own : caches.match(key, { ignoreVary: true });
}

/**
 * The answer for a page that was never opened as a document: moving inside the shop loads only what a page reads. Its
 * router finds that among the stored reads, or says that the page is not there.
 */
async function shell(): Promise<Response | undefined> {
  const stored = await ofBuild(origin + SHELL).catch(ignore);
  if (!stored) return undefined;
  const html = await stored.text();
  return new Response(html.replace('<html', `<html ${SHELL_ATTRIBUTE}`), { headers: stored.headers });
}

async function renewShell(): Promise<void> {
  const storedAt = Date.parse((await ofBuild(origin + SHELL))?.headers.get(STORED_AT) ?? '');
  if (!(Date.now() - storedAt < SHELL_LIFE_MS)) await fetchPage(origin + SHELL);
}

async function marked(stored: Response, kind: 'page' | 'read'): Promise<Response> {
  const headers = new Headers(stored.headers);
  const asOf = headers.get(STORED_AT) ?? '';
  headers.set(AS_OF_HEADER, asOf);
  const { status } = stored;
  if (kind === 'read') return new Response(stored.body, { status, headers });
  return new Response(withStaleNotice(await stored.text(), asOfText(asOf), asOf), { status, headers });
}

/** Stores an answer that may be, a page only if its scripts are of this build. */
async function keep(key: string, response: Response, kind: 'page' | 'read'): Promise<void> {
  if (!mayStore(response)) return;
  const asOf = new Date().toISOString();
  const body = await response.text();
  if (kind === 'page' && !isOfBuild(body, files)) {
    // Of a newer build, whose worker is then installed at once.
    await scope.registration.update();
    return;
  }
  const headers = new Headers(response.headers);
  for (const name of ['content-encoding', 'content-length']) headers.delete(name);
  headers.set(STORED_AT, asOf);
  const cache = await caches.open(pagesOf(build));
  await cache.put(key, new Response(body, { headers }));
  const keys = (await cache.keys()).filter(({ url }) => !ALWAYS.includes(new URL(url).pathname));
  const searches = keys.filter(({ url }) => isSearch(url));
  const surplus = [...keys.slice(0, -MAX_PAGES), ...searches.slice(0, -MAX_SEARCHES)];
  await Promise.all(surplus.map((one) => cache.delete(one)));
}

async function storeFile(cache: Cache, path: string): Promise<void> {
  // The same name has the same content, in whichever build.
  const known =
    path === OFFLINE_PAGE || path === ICON ? undefined : await caches.match(path, { ignoreVary: true });
  const response = known ?? (await fetch(path));
  if (!response.ok) throw new Error(`${path} was answered with ${response.status}`);
  await cache.put(path, response);
}

async function file(event: FetchEvent): Promise<Response> {
  const { request } = event;
  const stored = await caches.match(request.url, { ignoreVary: true }).catch(ignore);
  if (stored) return stored;
  const response = await fetch(request);
  const { pathname } = new URL(request.url);
  if (response.ok && (files.has(pathname) || pathname.startsWith('/fonts/'))) {
    const copy = response.clone();
    const cache = caches.open(filesOf(build));
    event.waitUntil(cache.then((opened) => opened.put(request.url, copy)).catch(ignore));
  }
  return response;
}

async function image(event: FetchEvent): Promise<Response> {
  const { request } = event;
  const stored = await caches.match(request.url, { cacheName: IMAGES, ignoreVary: true }).catch(ignore);
  if (stored) return stored;
  const response = await fetch(request);
  if (response.status === 200 && response.type === 'basic')
    event.waitUntil(keepImage(request.url, response.clone()).catch(ignore));
  return response;
}

/** The stored images, oldest first, with their sizes. Read once in the life of this worker. */
let images: Promise<{ key: string; bytes: number }[]> | undefined;

async function keepImage(key: string, response: Response): Promise<void> {
  // Outside of the `try`: a connection that breaks off says nothing about the storage.
  const body = await response.arrayBuffer();
  try {
    const cache = await caches.open(IMAGES);
    images ??= sizesOf(cache);
    const all = await images;
    await cache.put(key, new Response(body, { headers: response.headers }));
    all.push({ key, bytes: body.byteLength });
    const out = imagesToDelete(all);
    all.splice(0, out.length);
    await Promise.all(out.map((one) => cache.delete(one)));
  } catch {
    // The storage is full: half of the images make room, for what the shopper looks at now.
    const all = (await images?.catch(ignore)) ?? [];
    const cache = await caches.open(IMAGES).catch(ignore);
    const out = all.splice(0, Math.ceil(all.length / 2));
    if (cache) await Promise.all(out.map((one) => cache.delete(one.key)));
  }
}

async function sizesOf(cache: Cache): Promise<{ key: string; bytes: number }[]> {
  return Promise.all(
    (await cache.keys()).map(async (request) => {
      const stored = await cache.match(request, { ignoreVary: true });
      return { key: request.url, bytes: Number(stored?.headers.get('content-length')) || 0 };
    }),
  );
}

async function unseenPage(): Promise<Response> {
  const stored = await shell();
  return stored ? marked(stored, 'page') : offlinePage();
}

const storedIcon = async () =>
  (await caches.match(ICON, { ignoreVary: true }).catch(ignore)) ?? Response.error();

async function offlinePage(): Promise<Response> {
  const page = await caches.match(OFFLINE_PAGE, { ignoreVary: true }).catch(ignore);
  return page ? new Response(page.body, { status: 503, headers: page.headers }) : Response.error();
}

function ignore(): undefined {
  return undefined;
}
