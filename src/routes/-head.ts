import type { ComponentProps } from 'react';
import { shareImagePath } from '#shared/share-image.ts';
import type { ShopInfo } from '#shared/shop.ts';

/** The shop's details, which the root route loads for every page. */
export function shopOf(matches: readonly { loaderData?: unknown }[]): ShopInfo {
  return matches[0]?.loaderData as ShopInfo;
}

export interface PageHead {
  /** Undefined only if the shop's details could not be loaded: the page then shows an error. */
  shop: ShopInfo | undefined;
  title: string;
  description: string;
  /** The canonical URL, a path with its query; omitted for pages that search engines should not index. */
  path?: string;
  /** A path of this shop, 1200 × 630; without one, the image of the shop. */
  image?: string;
  type?: 'website' | 'product';
  /** Objects of schema.org. The router escapes them. */
  jsonLd?: readonly Record<string, unknown>[];
}

type Meta = NonNullable<ComponentProps<'meta'>>;
interface HeadTags {
  meta: (Meta & { title?: string })[];
  links: ComponentProps<'link'>[];
}

/** The router writes this key as an escaped JSON-LD script; its types do not know it. */
const structured = (thing: Record<string, unknown>): Meta =>
  ({ 'script:ld+json': { '@context': 'https://schema.org', ...thing } }) as Meta;

/** The pages above a page and itself, from the shop down: names and paths. */
export const breadcrumbJsonLd = (
  { publicUrl }: ShopInfo,
  links: readonly { name: string; path: string }[],
): Record<string, unknown> => ({
  '@type': 'BreadcrumbList',
  itemListElement: [{ name: 'The shop', path: '/products' }, ...links].map(({ name, path }, place) => ({
    '@type': 'ListItem',
    position: place + 1,
    name,
    item: `${publicUrl}${path}`,
  })),
});

export const categoryPath = (slug: string) => `/products?category=${encodeURIComponent(slug)}`;

/** Title, description, canonical URL, Open Graph and JSON-LD of a page. */
export function pageHead({
  shop,
  title,
  description,
  path,
  image = shareImagePath({ kind: 'shop' }),
  type = 'website',
  jsonLd = [],
}: PageHead): HeadTags {
  if (!shop) return { meta: [{ title }], links: [] };
  const full = title === shop.name ? title : `${title} · ${shop.name}`;
  const url = path === undefined ? undefined : `${shop.publicUrl}${path}`;
  return {
    meta: [
      { title: full },
      { name: 'description', content: description },
      { property: 'og:site_name', content: shop.name },
      { property: 'og:type', content: type },
      { property: 'og:title', content: title },
      { property: 'og:description', content: description },
      ...(url ? [{ property: 'og:url', content: url }] : [{ name: 'robots', content: 'noindex' }]),
      { property: 'og:image', content: `${shop.publicUrl}${image}` },
      { property: 'og:image:width', content: '1200' },
      { property: 'og:image:height', content: '630' },
      { name: 'twitter:card', content: 'summary_large_image' },
      ...jsonLd.map(structured),
    ],
    links: url ? [{ rel: 'canonical', href: url }] : [],
  };
}
