import { createContext, type ReactNode, useContext } from 'react';
import { formatMoney, koboOfNaira } from './money.ts';
import type { ShopInfo } from './shop.ts';

const ShopContext = createContext<ShopInfo | null>(null);

export function ShopProvider({ shop, children }: { shop: ShopInfo; children: ReactNode }) {
  return <ShopContext value={shop}>{children}</ShopContext>;
}

/** The configured facts of the shop. */
export function useShop(): ShopInfo {
  const shop = useContext(ShopContext);
  if (!shop) throw new Error('useShop outside of ShopProvider');
  return shop;
}

/** Formats an amount of naira in the shop's currency. */
export function useMoney(): (naira: number) => string {
  const { currency } = useShop();
  return (naira) => formatMoney(koboOfNaira(naira), currency);
}
