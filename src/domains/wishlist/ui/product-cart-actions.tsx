import { Check, Plus } from 'lucide-react';
import { Badge } from '#design/badge.tsx';
import { Button } from '#design/button.tsx';
import { LinkButton } from '#design/link-button.tsx';
import { priceOfProduct } from '#domains/promotions/price.ts';
import { PromotedPrice } from '#domains/promotions/ui/promoted-price.tsx';
import { useCart } from './cart-store.ts';
import { type SeenProduct, useCartToggle } from './use-cart-toggle.ts';

/** The price of a product, the button that toggles it in the cart, and a link to the cart with its count. */
export function ProductCartActions({ product, code, today }: SeenProduct) {
  const { isInCart, toggle } = useCartToggle(product, code, today);
  const count = useCart()?.length ?? 0;
  const price = priceOfProduct(product, code, today);
  return (
    // On a phone, sticks to the bottom of the screen until its own position is reached.
    <div className="sticky bottom-0 z-10 grid grid-cols-2 gap-2 border-t bg-background px-4 py-2.5 sm:static sm:gap-y-5 sm:border-0 sm:p-0">
      <div className="col-span-2 flex flex-wrap items-center gap-x-3">
        <PromotedPrice price={price} today={today} className="text-lg leading-6 sm:text-xl" />
        {product.soldOut ? <Badge variant="danger">Sold out</Badge> : null}
      </div>
      {product.soldOut && !isInCart ? (
        <Button size="lg" disabled className="px-3 scriptless:hidden">
          Sold out
        </Button>
      ) : (
        <Button
          size="lg"
          variant={isInCart ? 'outline' : 'primary'}
          aria-pressed={isInCart}
          onClick={toggle}
          className="px-3 scriptless:hidden"
        >
          {isInCart ? <Check aria-hidden="true" /> : <Plus aria-hidden="true" />}
          {isInCart ? 'In your cart' : 'Add to cart'}
        </Button>
      )}
      <LinkButton
        size="lg"
        variant={isInCart ? 'primary' : 'outline'}
        className="px-3 scriptless:hidden"
        to="/wishlist"
      >
        View Cart
        {count > 0 ? <span className="tabular-nums">({count})</span> : null}
      </LinkButton>
    </div>
  );
}
