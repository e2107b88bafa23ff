import { useQuery } from '@tanstack/react-query';
import { type CatalogApi, cartProductsQuery } from '#domains/catalog/products/ui/product.queries.ts';
import { useApi } from '#shared/api.tsx';
import { priced } from '../priced-cart.ts';
import { useCart } from './cart-store.ts';

/**
 * The cart at today's prices. `rows` is null until the storage has been read; `current`: whether the prices are
 * the server's, not the stored ones; `answeredAt`: when they were received, in ms.
 */
export function usePricedCart() {
  const cart = useCart();
  const ids = (cart ?? []).map((entry) => entry.product.id);
  const query = useQuery(cartProductsQuery(useApi<CatalogApi>(), ids));
  // An answer for the previous cart lacks what was just added, which does not mean it was deleted.
  const covers = query.data !== undefined && !query.isPlaceholderData;
  return {
    rows: cart && priced(cart, covers ? query.data : undefined),
    current: covers,
    answeredAt: query.dataUpdatedAt,
    failed: query.isError,
    error: query.error,
    refetch: query.refetch,
    retrying: query.isFetching,
  };
}
