import { SHOP_TYPE } from '#brand/locale.ts';
import type { ShopInfo } from '#shared/shop.ts';
import { mapsLink } from './maps-link.ts';

/** The shop as structured data for search engines (schema.org). */
export const shopJsonLd = (shop: ShopInfo): Record<string, unknown> => ({
  '@type': SHOP_TYPE,
  '@id': `${shop.publicUrl}/#shop`,
  name: shop.name,
  ...(shop.tagline && { slogan: shop.tagline }),
  url: `${shop.publicUrl}/`,
  logo: `${shop.publicUrl}/icon-512.png`,
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
