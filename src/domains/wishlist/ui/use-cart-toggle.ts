import { toast } from '#design/toast.ts';
import type { CatalogApi } from '#domains/catalog/products/ui/product.queries.ts';
import type { ProductSummary } from '#domains/catalog/shapes.ts';
import { priceOf } from '#domains/promotions/price.ts';
import { useApi } from '#shared/api.tsx';
import type { Day } from '#shared/dates.ts';
import { koboOfNaira, nairaOfKobo } from '#shared/money.ts';
import { type CartEntry, holds, MAX_ENTRIES } from '../cart.ts';
import { cartStore, useCart } from './cart-store.ts';

/** One message for the switch: the newest takes the place of the one before. */
const SWITCHED = 'cart-switched';

type Addable = Pick<ProductSummary, 'id' | 'name' | 'price' | 'promotion' | 'image'>;

/** The entry a product becomes; `code` counts only when it is the product's and runs today. */
export function entryFor(product: Addable, code: string | undefined, today: Day, addedAt: string): CartEntry {
  const price = priceOf(koboOfNaira(product.price), product.promotion, code, today);
  const { url, width, height } = product.image;
  return {
    product: { id: product.id, name: product.name, price: product.price, image: { url, width, height } },
    notes: '',
    promotion: price.code === null ? null : { code: price.code, price: nairaOfKobo(price.amount) },
    addedAt,
  };
}

/**
 * One switch between 'in the cart' and not, for a product seen under a promotion's code or none. Says what
 * it did; that somebody liked it is counted beside, and may fail without a word.
 */
export function useCartToggle(product: Addable, code: string | undefined, today: Day) {
  const { catalog } = useApi<CatalogApi>();
  const cart = useCart();
  const held = cart !== null && holds(cart, product.id);

  function toggle() {
    // Not `held`: another tab, or a quick second press, may have been before.
    if (holds(cartStore.read(), product.id)) {
      cartStore.remove([product.id]);
      toast.success(`Removed ${product.name} from wishlist`, { id: SWITCHED });
      return;
    }
    if (!cartStore.add(entryFor(product, code, today, new Date().toISOString()))) {
      toast.error('Your cart is full', {
        description: `One order takes ${MAX_ENTRIES} items. Please send this one first, or remove something.`,
        id: 'cart-full',
      });
      return;
    }
    toast.success(`Added ${product.name} to wishlist`, { id: SWITCHED });
    catalog.likeProduct({ id: product.id }).catch(() => undefined);
  }

  return { held, known: cart !== null, toggle };
}
