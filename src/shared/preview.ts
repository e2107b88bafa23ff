import type { Day } from './dates.ts';

/**
 * The storefront as it will be on a day (decision 0049). Its URLs begin with the signed link, so that pages, links and API
 * requests of a preview have URLs of their own.
 */
export interface Preview {
  /** As signed: '<day>.<end, seconds since 1970>.<signature>'. */
  link: string;
  day: Day;
  endsAt: Date;
  /** What its URLs begin with: '/preview/<link>'. */
  path: string;
}

const BEGINNING = /^\/preview\/((\d{4}-\d\d-\d\d)\.(\d{1,11})\.[\w-]{43})(?=\/|$)/;

/** The preview that a path belongs to, its signature unchecked; null for other paths. */
export function previewAt(pathname: string): Preview | null {
  const [path, link, day, seconds] = BEGINNING.exec(pathname) ?? [];
  if (!path || !link || !day) return null;
  return { link, day, endsAt: new Date(Number(seconds) * 1000), path };
}

/** The path of a page or operation within its preview: '/products/7' of '/preview/<link>/products/7'. */
export const pathWithin = ({ path }: Pick<Preview, 'path'>, pathname: string): string =>
  pathname.startsWith(path) ? pathname.slice(path.length) || '/' : pathname;

/** The day whose preview this tab of a browser shows. */
export const previewedDay = (): Day | undefined =>
  typeof window === 'undefined' ? undefined : previewAt(window.location.pathname)?.day;

/** Whether this tab of a browser shows a preview. */
export const isPreviewing = (): boolean => previewedDay() !== undefined;

const PAGES = /^\/(about|contact|wishlist|cart|products(\/.*)?)?$/;

/** Whether a page is shown in previews. Others, as those of an account or an order, are left for the shop of today. */
export const isInPreview = (pathname: string): boolean => PAGES.test(pathname);
