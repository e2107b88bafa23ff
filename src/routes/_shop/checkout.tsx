import { createFileRoute } from '@tanstack/react-router';
import { useState } from 'react';
import { checkoutDescription } from '#brand/copy/shopping.ts';
import { ErrorState } from '#design/error-state.tsx';
import { Loading } from '#design/loading.tsx';
import { PageHeading } from '#design/page-heading.tsx';
import { Skeleton } from '#design/skeleton.tsx';
import { ContactNumber } from '#domains/accounts/ui/contact-number.tsx';
import {
  refreshSession,
  rememberedAccount,
  useSession,
} from '#domains/accounts/ui/session/session.queries.ts';
import { CATALOG } from '#domains/catalog/products/ui/product.queries.ts';
import { Checkout } from '#domains/orders/submission/ui/checkout.tsx';
import { QueuedOrders } from '#domains/orders/submission/ui/queued-orders.tsx';
import { usePricedCart } from '#domains/wishlist/ui/use-priced-cart.ts';
import { useHasWaited } from '#shared/use-has-waited.ts';
import { BackLink } from '../-back-link.tsx';
import { pageHead, shopOf } from '../-head.ts';
import { useShopLive } from '../-live.ts';
import { NeedsScript } from '../-needs-script.tsx';

export const Route = createFileRoute('/_shop/checkout')({
  head: ({ matches }) =>
    pageHead({ shop: shopOf(matches), title: 'Checkout', description: checkoutDescription }),
  component: CheckoutPage,
});

/** How long the button waits for what the page asks the shop, ms. */
const PATIENCE_MS = 8_000;

function CheckoutPage() {
  useShopLive('catalog', CATALOG);
  const cart = usePricedCart();
  const session = useSession();
  const { api, queryClient } = Route.useRouteContext();
  const [editing, setEditing] = useState(false);
  const isLate = useHasWaited(PATIENCE_MS);
  // While it is unknown, the server decides later whether the session still holds.
  const isUnknown = !session.known && !import.meta.env.SSR;
  const account = isUnknown ? rememberedAccount() : (session.user?.id ?? null);
  const mayOrder = isUnknown ? (session.failed || isLate) && account !== null : session.user !== null;
  return (
    <div className="wrap pt-6 pb-16 sm:pt-10">
      <BackLink to="/products">Continue Shopping</BackLink>
      <PageHeading title="Checkout" className="mt-2 mb-6 sm:mb-8" />
      <NeedsScript what="Sending an order" />
      <QueuedOrders account={account} isKnown={session.known || session.failed} />
      {session.failed && !account ? (
        <ErrorState
          title="We could not find out whether you are signed in"
          error={session.error}
          onRetry={session.retry}
          className="mb-6"
        />
      ) : null}
      {cart.rows === null ? (
        <CheckoutSkeleton />
      ) : (
        <Checkout
          rows={cart.rows}
          cart={cart}
          signedIn={mayOrder || (isUnknown ? 'unknown' : false)}
          account={account}
          isLate={isLate}
          fetchSession={() => refreshSession(queryClient, api)}
          contact={session.user ? <ContactNumber profile={session.user} onOpen={setEditing} /> : null}
          isHeld={editing && session.user !== null}
        />
      )}
    </div>
  );
}

function CheckoutSkeleton() {
  return (
    <Loading
      label="Opening your order"
      className="scriptless:hidden grid gap-8 lg:grid-cols-[minmax(0,1fr)_22rem] lg:gap-14"
    >
      <div className="grid gap-4">
        <Skeleton className="h-8 w-48" />
        <Skeleton className="h-24" />
        <Skeleton className="h-24" />
      </div>
      <Skeleton className="h-44" />
    </Loading>
  );
}
