import { QuantityBadge } from '#design/quantity-badge.tsx';
import { useCart } from './cart-store.ts';

/** The number of things in the cart, on the corner of its icon (whose parent is `relative`). */
export function CartCount() {
  const count = useCart()?.length ?? 0;
  return <QuantityBadge count={count} />;
}

/** 'Cart', 'Cart, 1 item', 'Cart, 3 items': the name of the icon's link. */
export function useCartLabel(): string {
  const count = useCart()?.length ?? 0;
  return count === 0 ? 'Cart' : `Cart, ${count === 1 ? '1 item' : `${count} items`}`;
}
