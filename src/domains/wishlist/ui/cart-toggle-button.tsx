import { Check, Plus } from 'lucide-react';
import { cn } from '#design/cn.ts';
import { type SeenProduct, useCartToggle } from './use-cart-toggle.ts';

/** The button on a product card's image that adds to or removes from the cart. What is sold out can only be removed. */
export function CartToggleButton({ product, code, today }: SeenProduct) {
  const { isInCart, toggle } = useCartToggle(product, code, today);
  const Icon = isInCart ? Check : Plus;
  if (product.soldOut && !isInCart) return null;
  return (
    <button
      type="button"
      aria-pressed={isInCart}
      aria-label={`${product.name}: in the cart`}
      title={isInCart ? 'Remove from cart' : 'Add to cart'}
      onClick={toggle}
      className={cn(
        // The visible circle is small, to hide little of the image; the target is 44 px.
        'relative scriptless:hidden flex size-9 items-center justify-center rounded-full transition-colors after:absolute after:-inset-1 sm:size-11 [&_svg]:size-4.5',
        isInCart
          ? 'bg-primary text-primary-foreground hover:bg-primary-hover'
          : 'bg-card/90 text-foreground hover:bg-card',
      )}
    >
      <Icon aria-hidden="true" />
    </button>
  );
}
