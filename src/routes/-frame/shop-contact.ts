import { LOCALE, SHOP_TYPE } from '#brand/locale.ts';
import type { ShopInfo } from '#shared/shop.ts';
import { mapsLink } from './maps-link.ts';

// The shop as structured data for search engines (schema.org).

/** The shop where another thing names it: one organisation by its `@id`, on every page. */
export const organizationJsonLd = ({ publicUrl, name }: ShopInfo) => ({
  '@type': 'Organization',
  '@id': `${publicUrl}/#shop`,
  name,
  url: `${publicUrl}/`,
  logo: `${publicUrl}/icon-512.png`,
});

export const shopJsonLd = (shop: ShopInfo): Record<string, unknown> => ({
  ...organizationJsonLd(shop),
  // A type of organisation.
  '@type': SHOP_TYPE,
  ...(shop.tagline && { slogan: shop.tagline }),
  image: `${shop.publicUrl}/icon-512.png`,
  telephone: shop.phone,
  email: shop.email,
  address: { '@type': 'PostalAddress', streetAddress: shop.address, addressLocality: shop.city },
  geo: {
    '@type': 'GeoCoordinates',
    latitude: shop.location.latitude,
    longitude: shop.location.longitude,
  },
  hasMap: mapsLink(shop),
  currenciesAccepted: shop.currency,
  sameAs: shop.social.map(({ url }) => url),
});

/** The site with its search, for the home page. */
export const siteJsonLd = (shop: ShopInfo): Record<string, unknown> => ({
  '@type': 'WebSite',
  '@id': `${shop.publicUrl}/#site`,
  name: shop.name,
  url: `${shop.publicUrl}/`,
  inLanguage: LOCALE,
  publisher: organizationJsonLd(shop),
  potentialAction: {
    '@type': 'SearchAction',
    target: {
      '@type': 'EntryPoint',
      urlTemplate: `${shop.publicUrl}/products?search={search_term_string}`,
    },
    'query-input': 'required name=search_term_string',
  },
});
