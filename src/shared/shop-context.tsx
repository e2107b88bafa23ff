import { createContext, type ReactNode, useContext } from 'react';
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
