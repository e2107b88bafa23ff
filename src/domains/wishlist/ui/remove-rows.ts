import { toast } from '#design/toast.ts';
import { plural } from '#shared/plural.ts';
import type { CartRow } from '../priced-cart.ts';
import { cartStore } from './cart-store.ts';

/** Removes rows from the cart, with an 'Undo' that puts them back at their places, with their notes. */
export function removeRows(rows: readonly Pick<CartRow, 'id' | 'name'>[]): void {
  const [first] = rows;
  if (!first) return;
  const what = rows.length === 1 ? first.name : plural(rows.length, 'item');
  toast.success(`Removed ${what} from wishlist`, {
    id: rows.length === 1 ? `cart-${first.id}` : 'cart-rows',
    action: { label: 'Undo', onClick: cartStore.remove(rows.map(({ id }) => id)) },
  });
  keepFocus();
}

/** Empties the cart to start over, with the same 'Undo'. `sent`: the order that was last sent from it, or null. */
export function clearCart(sent: string | null): void {
  const putBack = cartStore.remove(cartStore.read().map(({ product }) => product.id));
  cartStore.clear();
  toast.success('Cart cleared', {
    id: 'cart-cleared',
    action: {
      label: 'Undo',
      onClick() {
        putBack();
        if (sent) cartStore.noteSent(sent);
      },
    },
  });
  keepFocus();
}

/** A button that was pressed may disappear with what it removed: then the next key begins in the page. */
export function keepFocus(): void {
  setTimeout(() => {
    if (document.activeElement === document.body)
      document.getElementById('main')?.focus({ preventScroll: true });
  });
}
