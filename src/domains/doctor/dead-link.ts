const ID = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';

/** The pages of the shop, as the files of routes/_shop name them. */
export const SHOP_PAGES: readonly string[] = [
  ...['/', '/about', '/account', '/account/security', '/auth', '/cart', '/checkout', '/contact'],
  ...['/orders', '/orders/$id', '/products', '/products/$id', '/wishlist'],
];

const PAGES = SHOP_PAGES.map((page) => new RegExp(`^${page.replaceAll('$id', `(?<id>${ID})`)}$`));

/** What a link needs in the database to lead somewhere. */
export interface LinkTarget {
  productId?: string;
  /** A slug or a name, in lower case. */
  category?: string;
  /** A code, in lower case. */
  promotion?: string;
}

/**
 * Where a slide's link leads: 'outside' if it leaves the shop, null if no page of the shop has this path, else what the
 * page shows. `publicUrl` is the shop's own; nothing is requested.
 */
export function targetOf(link: string, publicUrl: string): LinkTarget | 'outside' | null {
  if (!URL.canParse(link, publicUrl)) return null;
  const { origin, pathname, searchParams } = new URL(link, publicUrl);
  if (origin !== new URL(publicUrl).origin) return 'outside';
  const path = pathname.length > 1 ? pathname.replace(/\/$/, '') : pathname;
  const page = PAGES.map((one) => one.exec(path)).find((match) => match !== null);
  if (!page) return null;
  if (path.startsWith('/products/')) return { productId: page.groups?.id };
  if (path !== '/products') return {};
  const keyOf = (name: string) => searchParams.get(name)?.trim().toLowerCase() || undefined;
  return { category: keyOf('category'), promotion: keyOf('promotion') };
}
