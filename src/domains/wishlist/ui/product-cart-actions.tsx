import { Link } from '@tanstack/react-router';
import { Check, Plus } from 'lucide-react';
import { Button } from '#design/button.tsx';
import type { ProductSummary } from '#domains/catalog/contract.ts';
import type { Day } from '#shared/dates.ts';
import { useCart } from './cart-store.ts';
import { useCartToggle } from './use-cart-toggle.ts';

/** What can be done with a product: the cart's switch, and the way to the cart with what is in it. */
export function ProductCartActions({
  product,
  code,
  today,
}: {
  product: ProductSummary;
  code?: string;
  today: Day;
}) {
  const { held, toggle } = useCartToggle(product, code, today);
  const count = useCart()?.length ?? 0;
  return (
    <div className="grid gap-2 sm:grid-cols-2">
      <Button size="lg" variant={held ? 'outline' : 'primary'} aria-pressed={held} onClick={toggle}>
        {held ? <Check aria-hidden="true" /> : <Plus aria-hidden="true" />}
        {held ? 'In your cart' : 'Add to cart'}
      </Button>
      <Button asChild size="lg" variant={held ? 'primary' : 'outline'}>
        <Link to="/wishlist">
          View Cart
          {/* Its place is kept, so that the number of the browser's cart moves nothing. */}
          <span className="min-w-7 text-left tabular-nums">{count > 0 ? `(${count})` : ''}</span>
        </Link>
      </Button>
      {held ? (
        <p className="text-muted-foreground text-sm sm:col-span-2">
          Press again to take it out. Your size and wishes go into its note, in the cart.
        </p>
      ) : null}
    </div>
  );
}
