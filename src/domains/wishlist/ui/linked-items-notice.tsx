import { useNavigate } from '@tanstack/react-router';
import { X } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Button } from '#design/button.tsx';
import { ErrorState } from '#design/error-state.tsx';
import type { CatalogApi } from '#domains/catalog/products/ui/product.queries.ts';
import type { Product } from '#domains/catalog/shapes.ts';
import { useApi } from '#shared/api.tsx';
import { MAX_LINES } from '#shared/order-limits.ts';
import { plural } from '#shared/plural.ts';
import { holds } from '../cart.ts';
import { type LinkedItems, linkedIds, linkedItems } from '../linked-items.ts';
import { cartStore, useCart } from './cart-store.ts';
import { keepFocus, removeRows } from './remove-rows.ts';
import { countLike, entryFor } from './use-cart-toggle.ts';

type Result = LinkedItems<Product>;

/**
 * Adds the products of a link to the cart, once, and says which it added and why others are missing. What was in the cart
 * stays, with its notes. The link's products leave the URL when they are added, so that a reload does not add them again.
 */
export function LinkedItemsNotice() {
  const { catalog } = useApi<CatalogApi>();
  const navigate = useNavigate();
  const [result, setResult] = useState<Result | null>(null);
  const [error, setError] = useState<unknown>(null);
  const [attempt, setAttempt] = useState(0);
  const cart = useCart() ?? [];

  // biome-ignore lint/correctness/useExhaustiveDependencies: `attempt` repeats it
  useEffect(() => {
    const ids = linkedIds(window.location.search);
    if (ids.length === 0) return;
    let isCurrent = true;
    catalog.getProducts({ ids }).then(
      ({ products, today }) => {
        if (!isCurrent) return;
        // The cart as it is now: another tab may have changed it.
        const next = linkedItems(cartStore.read(), ids, products);
        const now = new Date().toISOString();
        for (const product of next.added) {
          cartStore.add(entryFor(product, product.promotion?.code, today, now));
          countLike(catalog, product.id);
        }
        setError(null);
        setResult(next);
        void navigate({ to: '/wishlist', search: {}, replace: true, resetScroll: false });
      },
      (failure: unknown) => {
        if (isCurrent) setError(failure);
      },
    );
    return () => {
      isCurrent = false;
    };
  }, [attempt]);

  if (error !== null) {
    return (
      <ErrorState
        title="The products of this link could not be added"
        error={error}
        onRetry={() => setAttempt((n) => n + 1)}
        className="mb-6"
      >
        Your cart is as it was.
      </ErrorState>
    );
  }
  if (result === null) return null;
  // What was removed since is not removed again.
  const added = result.added.filter(({ id }) => holds(cart, id));
  return (
    <section
      role="status"
      aria-label="Products of the link"
      className="mb-6 flex items-start justify-between gap-4 border bg-muted p-4"
    >
      <div className="grid min-w-0 gap-1">
        <ul className="grid gap-1">
          {sentencesOf(result).map((sentence) => (
            <li key={sentence} className="break-words">
              {sentence}
            </li>
          ))}
        </ul>
        {added.length > 0 ? (
          <Button
            variant="link"
            className="justify-self-start py-2 text-sm"
            onClick={() => {
              setResult(null);
              removeRows(added);
            }}
          >
            Undo
          </Button>
        ) : null}
      </div>
      <Button
        variant="ghost"
        size="icon"
        aria-label="Close this message"
        onClick={() => {
          setResult(null);
          keepFocus();
        }}
        className="-mt-2 -mr-2 text-muted-foreground"
      >
        <X aria-hidden="true" />
      </Button>
    </section>
  );
}

function sentencesOf({ added, present, soldOut, left, missing }: Result): string[] {
  return [
    added.length > 0
      ? `${plural(added.length, 'product')} added. Please check ${added.length === 1 ? 'it' : 'them'} before you order.`
      : '',
    present.length > 0 ? `Already in your cart: ${present.join(', ')}.` : '',
    soldOut.length > 0 ? `Sold out, not added: ${soldOut.join(', ')}.` : '',
    missing > 0 ? `${plural(missing, 'product is', 'products are')} no longer available.` : '',
    left.length > 0 ? `Not added, because a cart takes ${MAX_LINES} items: ${left.join(', ')}.` : '',
  ].filter(Boolean);
}
