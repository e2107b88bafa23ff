import type { ShopInfo } from '#shared/shop.ts';

/** Opens the shop's location in the phone's maps app. */
export const mapsLink = ({ name, address }: Pick<ShopInfo, 'name' | 'address'>): string =>
  `https://www.google.com/maps/search/?api=1&query=${encodeURIComponent(`${name}, ${address}`)}`;
