import { plural } from '#shared/plural.ts';
import { useCart } from './cart-store.ts';

/** The number of items in the cart on the corner of its icon, whose parent is `relative`: '99+' above 99. */
export function CartCount() {
  const count = useCart()?.length ?? 0;
  if (count === 0) return null;
  return (
    <span className="absolute top-0 right-0 min-w-5 rounded-full bg-promo px-1 text-center font-bold text-danger-foreground text-xs tabular-nums leading-5">
      {count > 99 ? '99+' : count}
    </span>
  );
}

/** The label of the icon's link: 'Cart', 'Cart, 1 item', 'Cart, 3 items'. */
export function useCartLabel(): string {
  const count = useCart()?.length ?? 0;
  return count === 0 ? 'Cart' : `Cart, ${plural(count, 'item')}`;
}
