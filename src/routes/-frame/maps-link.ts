import type { ShopInfo } from '#shared/shop.ts';

/** Opens the shop's place in the maps of the shopper's phone. */
export const mapsLink = ({ name, address }: Pick<ShopInfo, 'name' | 'address'>): string =>
  `https://www.google.com/maps/search/?api=1&query=${encodeURIComponent(`${name}, ${address}`)}`;
