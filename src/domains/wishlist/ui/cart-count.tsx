import { QuantityBadge } from '#design/quantity-badge.tsx';
import { plural } from '#shared/plural.ts';
import { useCart } from './cart-store.ts';

/** The number of items in the cart, on the corner of its icon (whose parent is `relative`). */
export function CartCount() {
  const count = useCart()?.length ?? 0;
  return <QuantityBadge count={count} />;
}

/** The label of the icon's link: 'Cart', 'Cart, 1 item', 'Cart, 3 items'. */
export function useCartLabel(): string {
  const count = useCart()?.length ?? 0;
  return count === 0 ? 'Cart' : `Cart, ${plural(count, 'item')}`;
}
