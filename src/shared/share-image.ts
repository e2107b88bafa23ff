/** The formats of share images, in pixels: of a link's preview, and two to be posted. */
export const SHARE_FORMATS = {
  link: { width: 1200, height: 630 },
  status: { width: 1080, height: 1920 },
  square: { width: 1080, height: 1080 },
} as const;
export type ShareFormat = keyof typeof SHARE_FORMATS;

/** WhatsApp shows no larger preview. */
export const MAX_SHARE_BYTES = 300_000;

/**
 * What is shared: a product by its id, under its promotion's code; a category by its slug; a promotion by its code; the
 * shop by each page that is none of these.
 */
export type Shared =
  | { kind: 'shop' }
  | { kind: 'product'; id: string; promotion?: string | null | undefined }
  | { kind: 'category'; slug: string }
  | { kind: 'promotion'; code: string };

/** The path of its page in the shop. */
export function sharedPath(shared: Shared): string {
  if (shared.kind === 'shop') return '/';
  if (shared.kind === 'category') return `/products?category=${encodeURIComponent(shared.slug)}`;
  if (shared.kind === 'promotion') return `/products?promotion=${encodeURIComponent(shared.code)}`;
  const { id, promotion } = shared;
  return `/products/${id}${promotion ? `?promotion=${encodeURIComponent(promotion)}` : ''}`;
}

/**
 * The path of its image. `version` changes with what the image shows, so that it may be kept; without one it is
 * revalidated.
 */
export function shareImagePath(shared: Shared, format: ShareFormat = 'link', version?: string): string {
  const query = [
    shared.kind === 'product' && shared.promotion && `promotion=${encodeURIComponent(shared.promotion)}`,
    format !== 'link' && `format=${format}`,
    version && `v=${version}`,
  ].filter(Boolean);
  return `/share/${nameOf(shared)}.jpg${query.length > 0 ? `?${query.join('&')}` : ''}`;
}

function nameOf(shared: Shared): string {
  if (shared.kind === 'shop') return 'shop';
  if (shared.kind === 'product') return shared.id;
  if (shared.kind === 'category') return `categories/${encodeURIComponent(shared.slug)}`;
  return `promotions/${encodeURIComponent(shared.code)}`;
}
