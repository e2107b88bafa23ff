import type { AnyContractRouter } from '@orpc/contract';
import { contract } from '../contract.ts';
import { PAGES } from './page-table.ts';

/** The route of any unknown path: it keeps the list closed. */
const OTHER = 'other';

interface Operation {
  method: string;
  /** Below /api/v1, such as /products/{id}. */
  path: string;
  matches: RegExp;
}

const procedures = new Set<string>();
const operations: Operation[] = [];

(function walk(router: AnyContractRouter, names: string[]): void {
  if (!('~orpc' in router)) {
    for (const [name, below] of Object.entries(router)) walk(below, [...names, name]);
    return;
  }
  procedures.add(`/api/rpc/${names.join('/')}`);
  const { method, path } = (router['~orpc'] as unknown as { route: { method?: string; path?: string } })
    .route;
  if (!method || !path) return;
  operations.push({ method, path, matches: new RegExp(`^${path.replace(/\{\w+\}/g, '[^/]+')}$`) });
})(contract, []);
// Literal paths first: '/products/totals' is not the product 'totals'.
operations.sort((a, b) => Number(a.path.includes('{')) - Number(b.path.includes('{')));

const EXACT = new Set([
  ...PAGES.flatMap(({ path }) => (typeof path === 'string' ? [path] : [])),
  ...[
    '/livez',
    '/readyz',
    '/servingz',
    '/robots.txt',
    '/site.webmanifest',
    '/admin.webmanifest',
    '/sw.js',
    '/offline',
    '/sitemap.xml',
    '/feeds/google.xml',
    '/feeds/meta.csv',
    '/llms.txt',
    '/openapi.json',
    '/api/events',
    '/api/my-data',
  ],
  '/.well-known/change-password',
  '/.well-known/ucp',
  '/dev/components',
]);

/** Prefix → name of everything below it. */
const BELOW = [
  '/api/auth/',
  '/uploads/',
  '/img/',
  '/share/',
  '/sitemap/',
  '/admin/',
  '/account/',
  '/orders/',
  '/auth/',
  '/dev/mailbox/',
  '/preview/',
  '/ucp/',
] as const;

/**
 * The route a request is counted under: one of a closed list, such as /products/:id or /api/rpc/catalog/getProduct.
 */
export function routePattern(method: string, path: string): string {
  if (EXACT.has(path) || procedures.has(path)) return path;
  if (path.startsWith('/api/v1/')) {
    const rest = path.slice('/api/v1'.length);
    const found = operations.find((one) => one.method === method && one.matches.test(rest));
    return found ? `/api/v1${found.path}` : OTHER;
  }
  if (PAGES.some((page) => page.path instanceof RegExp && page.path.test(path))) return '/products/:id';
  const below = BELOW.find((beginning) => path.startsWith(beginning) || `${path}/` === beginning);
  return below ? `${below}*` : OTHER;
}
