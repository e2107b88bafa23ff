import { OFFLINE_COPY_HEADER } from '#shared/as-of.ts';
import { PUBLIC_OPERATIONS } from '../public-operations.ts';

/** What the worker does with a request; it leaves all others to the browser. */
export type Kind =
  /** A page that is the same bytes for everyone: network first, then the stored one. */
  | 'page'
  /** Another page of the shop, as of an account: never stored; without a network, the page that says so. */
  | 'private page'
  /** An answer of a public operation: as a page. */
  | 'read'
  /** A script, style sheet or font of the build: stored once. */
  | 'file'
  /** Stored within a budget, oldest out first. */
  | 'image'
  /** That of the shop: without a network the stored one. */
  | 'icon';

interface Asked {
  method: string;
  url: string;
  /** 'navigate' for a document. */
  mode: string;
  /** The URL of the page that asks; '' if unknown. */
  referrer: string;
}

/** The public pages. A list of what may be stored: a new page is not, until it is added here. */
const PUBLIC =
  /^\/(about|contact|cart|wishlist|checkout|products(\/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12})?)?$/;
/** Of these the search parameters change nothing. */
const ONE_PAGE = /^\/(about|contact|cart|wishlist|checkout)?$/;
/** Not documents of the storefront. */
const OTHER = /^\/(admin|api|dev|feeds|img|preview|share|sitemap|uploads)(\/|$)|\.\w+$/;
/** Nothing that these pages load is stored, beside the files of the build. */
const UNSTORED_FROM = /^\/(admin|account|orders|auth|preview|dev)(\/|$)/;

/** Asked for with each letter, and no page. */
const SUGGESTIONS = 'catalog.suggest';

const pathOf = (url: string): string => (URL.canParse(url) ? new URL(url).pathname : '');

/** Null: the browser handles the request as if there were no worker. */
export function kindOf({ method, url, mode, referrer }: Asked, origin: string): Kind | null {
  const { origin: of, pathname } = new URL(url);
  if (method !== 'GET' || of !== origin) return null;
  if (mode === 'navigate') {
    if (PUBLIC.test(pathname)) return 'page';
    return OTHER.test(pathname) ? null : 'private page';
  }
  if (/^\/(assets|fonts)\//.test(pathname)) return 'file';
  if (pathname === '/favicon.svg') return 'icon';
  if (UNSTORED_FROM.test(pathOf(referrer))) return null;
  if (/^\/(img|uploads)\//.test(pathname)) return 'image';
  const operation = /^\/api\/rpc\/(.+)$/.exec(pathname)?.[1]?.replaceAll('/', '.');
  return operation && PUBLIC_OPERATIONS.has(operation) && operation !== SUGGESTIONS ? 'read' : null;
}

/** The URL under which a page or read is stored: the same for all that are answered alike. */
export function keyOf(url: string): string {
  const { origin, pathname, search } = new URL(url);
  return origin + pathname + (ONE_PAGE.test(pathname) ? '' : search);
}

/** Whether this is the URL of a search, as a page or a read. They follow the typing. */
export function isSearch(url: string): boolean {
  const { searchParams } = new URL(url);
  return searchParams.has('search') || (searchParams.get('data')?.includes('"search"') ?? false);
}

/**
 * Whether an answer may be stored: complete, the shop's own, and meant for everyone, which searches say by a header of their
 * own. A page with the stale notice and whatever belongs to one user have other cache-control headers.
 */
export function mayStore({ status, type, redirected, headers }: Response): boolean {
  const control = headers.get('cache-control') ?? '';
  const isForEveryone = /\bpublic\b/.test(control) && !/private|no-store/.test(control);
  return (
    status === 200 &&
    type === 'basic' &&
    !redirected &&
    (isForEveryone || headers.has(OFFLINE_COPY_HEADER)) &&
    !headers.has('set-cookie')
  );
}

/** Whether a page's own scripts and styles are all among `files`: then it is of the build that they are of. */
export function isOfBuild(html: string, files: ReadonlySet<string>): boolean {
  const named = [...html.matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)].map(([, path]) => path as string);
  return named.length > 0 && named.every((path) => files.has(path));
}

export interface StoredImage {
  key: string;
  bytes: number;
}

/** All stored images together. */
export const IMAGE_CACHE_BYTES = 25 * 1024 * 1024;

/** The images to delete, of a list with the oldest first, so that the rest is within `most` bytes. */
export function imagesToDelete(stored: readonly StoredImage[], most = IMAGE_CACHE_BYTES): string[] {
  let bytes = stored.reduce((sum, image) => sum + image.bytes, 0);
  const out: string[] = [];
  for (const image of stored) {
    if (bytes <= most) break;
    bytes -= image.bytes;
    out.push(image.key);
  }
  return out;
}

const FILES = 'shop-files-';
const PAGES = 'shop-pages-';
export const IMAGES = 'shop-images';

export const filesOf = (build: string): string => FILES + build;
export const pagesOf = (build: string): string => PAGES + build;

/** An entry among the files of a build, stored when all others are. */
export const INSTALLED = '/installed';

/**
 * The caches to delete when `build` takes over, of all names in the order of their creation: those of builds before the
 * previous one. The previous one stays whole, for its open tabs and for the pages seen in it. It is the last of
 * those in `installed`, which have the entry INSTALLED: not one whose installation failed. Where none has it, earlier
 * versions of the worker stored none, and it is the last of all.
 */
export function cachesToDelete(
  names: readonly string[],
  installed: readonly string[],
  build: string,
): string[] {
  const buildOf = (name: string) =>
    [FILES, PAGES].flatMap((prefix) => (name.startsWith(prefix) ? [name.slice(prefix.length)] : []))[0];
  const lastOf = (some: readonly string[]) =>
    some.map(buildOf).findLast((one) => one !== undefined && one !== build);
  const previous = lastOf(installed) ?? lastOf(names);
  return names.filter((name) => {
    const one = buildOf(name);
    return one !== undefined && one !== build && one !== previous;
  });
}
