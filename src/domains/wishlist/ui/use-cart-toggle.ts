import { toast } from '#design/toast.ts';
import type { CatalogApi } from '#domains/catalog/products/ui/product.queries.ts';
import type { ProductSummary } from '#domains/catalog/shapes.ts';
import { priceOfProduct } from '#domains/promotions/price.ts';
import { afterPaint } from '#shared/after-paint.ts';
import { useApi } from '#shared/api.tsx';
import type { Day } from '#shared/dates.ts';
import { nairaOfKobo } from '#shared/money.ts';
import { MAX_LINES } from '#shared/order-limits.ts';
import { isPreviewing } from '#shared/preview.ts';
import { type CartEntry, holds } from '../cart.ts';
import { cartStore, useIsInCart } from './cart-store.ts';

/** A product in a list or on its page: `code` is the promotion it is seen with. */
export interface SeenProduct {
  product: ProductSummary;
  code?: string;
  today: Day;
}

type Addable = Pick<ProductSummary, 'id' | 'name' | 'price' | 'promotion' | 'image'>;

/** Creates the cart entry of a product; `code` applies only if it is the product's and runs today. */
export function entryFor(product: Addable, code: string | undefined, today: Day, addedAt: string): CartEntry {
  const price = priceOfProduct(product, code, today);
  const { url, width, height } = product.image;
  return {
    product: { id: product.id, name: product.name, price: product.price, image: { url, width, height } },
    notes: '',
    promotion: price.code === null ? null : { code: price.code, price: nairaOfKobo(price.amount) },
    addedAt,
  };
}

/** Counts that this browser's cart holds a product, in the background. A failure is not shown. */
export function countLike(catalog: CatalogApi['catalog'], id: string): void {
  if (isPreviewing()) return;
  void afterPaint()
    .then(() => catalog.likeProduct({ id }))
    .catch(() => undefined);
}

/**
 * Toggles a product in the cart, seen with a promotion's code or without. Shows a toast, and counts the like.
 */
export function useCartToggle(
  product: Addable & Pick<ProductSummary, 'soldOut'>,
  code: string | undefined,
  today: Day,
) {
  const { catalog } = useApi<CatalogApi>();
  const isInCart = useIsInCart(product.id);

  /** That of the product's toasts: the newest replaces the previous. */
  const id = `cart-${product.id}`;

  function toggle() {
    // Reads the store instead of `isInCart`: another tab or a quick second press may have changed it.
    if (holds(cartStore.read(), product.id)) {
      toast.success(`Removed ${product.name} from wishlist`, {
        id,
        // Its note would be lost.
        action: { label: 'Undo', onClick: cartStore.remove([product.id]) },
      });
      return;
    }
    if (product.soldOut) {
      toast.error(`${product.name} is sold out`, { id });
      return;
    }
    if (!cartStore.add(entryFor(product, code, today, new Date().toISOString()))) {
      toast.error('Your cart is full', {
        description: `One order takes ${MAX_LINES} items. Please send this one first, or remove something.`,
        id: 'cart-full',
      });
      return;
    }
    toast.success(`Added ${product.name} to wishlist`, { id });
    countLike(catalog, product.id);
  }

  return { isInCart, toggle };
}
