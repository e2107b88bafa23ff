import { createFileRoute, Link } from '@tanstack/react-router';
import { ShoppingBag } from 'lucide-react';
import { useId, useState } from 'react';
import { Button } from '#design/button.tsx';
import { ConfirmDialog } from '#design/confirm-dialog.tsx';
import { EmptyState } from '#design/empty-state.tsx';
import { ErrorState } from '#design/error-state.tsx';
import { LinkButton } from '#design/link-button.tsx';
import { Loading } from '#design/loading.tsx';
import { PageHeading } from '#design/page-heading.tsx';
import { Select } from '#design/select.tsx';
import { Skeleton } from '#design/skeleton.tsx';
import { SORT_LABELS } from '#domains/catalog/products/listing.ts';
import { CATALOG } from '#domains/catalog/products/ui/product.queries.ts';
import { CART_SORTS, type CartRow, type CartSort, canOrder, sorted } from '#domains/wishlist/priced-cart.ts';
import { CartRows } from '#domains/wishlist/ui/cart-rows.tsx';
import { cartStore, useSentOrder } from '#domains/wishlist/ui/cart-store.ts';
import { CartSummary } from '#domains/wishlist/ui/cart-summary.tsx';
import { LinkedItemsNotice } from '#domains/wishlist/ui/linked-items-notice.tsx';
import { clearCart, removeRows } from '#domains/wishlist/ui/remove-rows.ts';
import { UnavailableItems } from '#domains/wishlist/ui/unavailable-items.tsx';
import { usePricedCart } from '#domains/wishlist/ui/use-priced-cart.ts';
import { plural } from '#shared/plural.ts';
import { pageHead, shopOf } from '../-head.ts';
import { useShopLive } from '../-live.ts';
import { NeedsScript } from '../-needs-script.tsx';

/** Fewer items need no sort control. */
const WORTH_SORTING = 4;

export const Route = createFileRoute('/_shop/wishlist')({
  head: ({ matches }) =>
    pageHead({
      shop: shopOf(matches),
      title: 'Cart',
      description: 'What you have chosen, at today’s prices, with your size and wishes for each piece.',
    }),
  component: CartPage,
});

function CartPage() {
  const { rows, current, failed, error, refetch, retrying } = usePricedCart();
  useShopLive('catalog', CATALOG, !rows?.length);
  const navigate = Route.useNavigate();
  const { preview } = Route.useRouteContext();
  const unavailable = rows?.filter((row) => !canOrder(row)) ?? [];
  const goOnWithout = (gone: readonly CartRow[]) => {
    removeRows(gone);
    if (cartStore.read().length > 0) void navigate({ to: '/checkout' });
  };
  return (
    <div className="wrap pt-8 pb-16 sm:pt-12">
      <PageHeading
        title="Cart"
        lead={rows && rows.length > 0 ? plural(rows.length, 'item') : undefined}
        actions={rows && rows.length > 0 ? <ClearCart count={rows.length} /> : undefined}
        className="mb-6 sm:mb-8"
      />
      <NeedsScript what="The cart" />
      <LinkedItemsNotice />
      {rows === null ? (
        <>
          <noscript>
            <p className="border-t py-5">
              Your cart is kept by this browser alone, and needs JavaScript to be shown. Everything in the
              shop can be looked at without it.
            </p>
          </noscript>
          <CartSkeleton />
        </>
      ) : rows.length === 0 ? (
        <EmptyState
          icon={<ShoppingBag />}
          title="Your cart is empty"
          link={{ to: '/products', text: 'Browse Products' }}
        >
          Add what you like; it stays here, on this device, until you come back.
        </EmptyState>
      ) : (
        <div className="grid gap-8 lg:grid-cols-[minmax(0,1fr)_20rem] lg:gap-14">
          <div>
            {failed && !current ? (
              <ErrorState
                title="Today’s prices could not be checked"
                error={error}
                onRetry={() => void refetch()}
                busy={retrying}
                className="mb-5"
              >
                Your cart is safe. These are the prices from when you added each piece.
              </ErrorState>
            ) : null}
            <SortedRows rows={rows} />
          </div>
          <div className="lg:sticky lg:top-24 lg:self-start">
            <CartSummary rows={rows} current={current || failed}>
              {preview ? (
                <p className="font-semibold">This is a preview. Nothing can be ordered in it.</p>
              ) : unavailable.length > 0 ? (
                <UnavailableItems rows={unavailable} onRemove={goOnWithout} />
              ) : (
                <LinkButton size="lg" to="/checkout">
                  Proceed to checkout
                </LinkButton>
              )}
              <Link to="/products" search={{}} className="link justify-self-center py-2 text-sm">
                Continue Shopping
              </Link>
            </CartSummary>
          </div>
        </div>
      )}
    </div>
  );
}

function SortedRows({ rows }: { rows: Parameters<typeof sorted>[0] }) {
  const id = useId();
  const [sort, setSort] = useState<CartSort>('featured');
  const worthIt = rows.length >= WORTH_SORTING;
  return (
    <>
      {worthIt ? (
        <div className="mb-4 grid gap-1.5 sm:ml-auto sm:w-60">
          <label htmlFor={id} className="sr-only">
            Sort by
          </label>
          <Select id={id} value={sort} onChange={(event) => setSort(event.currentTarget.value as CartSort)}>
            {CART_SORTS.map((one) => (
              <option key={one} value={one}>
                {SORT_LABELS[one]}
              </option>
            ))}
          </Select>
        </div>
      ) : null}
      <CartRows rows={worthIt ? sorted(rows, sort) : rows} />
    </>
  );
}

function ClearCart({ count }: { count: number }) {
  const [asked, setAsked] = useState(false);
  const sent = useSentOrder();
  return (
    <>
      <Button variant="ghost" size="sm" onClick={() => setAsked(true)}>
        Clear cart
      </Button>
      <ConfirmDialog
        open={asked}
        onOpenChange={setAsked}
        title="Clear the cart?"
        description={`${plural(count, 'item')} and what you wrote about them will be gone.`}
        confirmLabel="Clear cart"
        onConfirm={() => {
          clearCart(sent);
          setAsked(false);
        }}
      />
    </>
  );
}

function CartSkeleton() {
  return (
    <Loading label="Opening your cart" className="scriptless:hidden grid gap-5 border-t pt-5">
      {[1, 2].map((row) => (
        <div
          key={row}
          className="grid grid-cols-[6rem_minmax(0,1fr)] gap-4 border-b pb-5 sm:grid-cols-[8rem_minmax(0,1fr)]"
        >
          <Skeleton className="aspect-4/5" />
          <div className="grid content-start gap-3">
            <Skeleton className="h-5 w-3/5" />
            <Skeleton className="h-5 w-1/4" />
            <Skeleton className="h-17" />
          </div>
        </div>
      ))}
    </Loading>
  );
}
