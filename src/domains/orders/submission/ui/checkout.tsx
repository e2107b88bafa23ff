import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ShoppingBag } from 'lucide-react';
import { type ReactNode, type Ref, useEffect, useRef, useState } from 'react';
import { checkoutNote } from '#brand/copy/shopping.ts';
import { Button } from '#design/button.tsx';
import { EmptyState } from '#design/empty-state.tsx';
import { ErrorState } from '#design/error-state.tsx';
import { type CartRow, canOrder } from '#domains/wishlist/priced-cart.ts';
import { RowImage, RowPrice } from '#domains/wishlist/ui/cart-rows.tsx';
import { cartStore, useOrderKey } from '#domains/wishlist/ui/cart-store.ts';
import { CartSummary } from '#domains/wishlist/ui/cart-summary.tsx';
import { removeRows } from '#domains/wishlist/ui/remove-rows.ts';
import { UnavailableItems } from '#domains/wishlist/ui/unavailable-items.tsx';
import type { usePricedCart } from '#domains/wishlist/ui/use-priced-cart.ts';
import { useApi } from '#shared/api.tsx';
import type { Order } from '../../contract.ts';
import { isWaiting } from '../../order.ts';
import { type OrdersApi, submittedQuery } from '../../ui/order.queries.ts';
import { concerns } from '../queued-order.ts';
import { AlreadySent } from './already-sent.tsx';
import { ChangedPrices } from './changed-prices.tsx';
import { useOrderQueue } from './order-queue.ts';
import { OrderSubmitted } from './order-submitted.tsx';
import { noteSent } from './unanswered-orders.ts';
import { useSentBefore } from './use-sent-before.ts';
import { useSubmitOrder } from './use-submit-order.ts';

/** The checkout of a loaded cart. `signedIn` comes from the route. */
export function Checkout({
  rows: known,
  cart,
  signedIn,
  account,
  isLate,
  fetchSession,
  contact,
  isHeld,
}: {
  rows: CartRow[];
  cart: ReturnType<typeof usePricedCart>;
  signedIn: boolean | 'unknown';
  /** The id of the signed-in user. */
  account: string | null;
  /** The customer has waited long enough for what the page asks the shop. */
  isLate: boolean;
  fetchSession: () => Promise<unknown>;
  /** Below the button: how the shop reaches the customer. */
  contact: ReactNode;
  /** What is typed there is not saved yet: the order would be sent without it. */
  isHeld: boolean;
}) {
  const key = useOrderKey();
  const saved = useQuery({
    ...submittedQuery(useApi<OrdersApi>(), key),
    // Its status may have changed since.
    staleTime: 0,
    enabled: signedIn === true && key !== '' && known.length > 0,
  });
  const order = useSubmitOrder({ rows: known, answeredAt: cart.answeredAt, account, fetchSession });
  const isOver = !order.sentHere && saved.data != null && !isWaiting(saved.data.status);
  const sentBefore = useSentBefore({ enabled: signedIn === true && !saved.data, key });
  // An order that was sent from this cart before a reload or in another tab.
  const foundId = saved.data?.id;
  useEffect(() => {
    if (!foundId) return;
    noteSent(foundId, key);
    if (isOver) cartStore.renewOrderKey(key);
  }, [foundId, isOver, key]);
  // The cart is emptied while the front page still loads: keep showing the panel until then.
  const [left, setLeft] = useState<Order>();
  const done = left ?? (isOver ? undefined : saved.data);
  useEffect(() => {
    if (done) window.scrollTo({ top: 0 });
  }, [done]);
  const hasQueued = useOrderQueue()?.orders.some(
    (queued) => signedIn === 'unknown' || concerns(queued, account),
  );
  const summary = useRef<HTMLHeadingElement>(null);

  if (done) {
    const goOn = () => {
      setLeft(done);
      order.completeOrderAndRedirect(done);
    };
    return <OrderSubmitted order={done} takesFocus={order.sentHere} onContinue={goOn} />;
  }
  // Products the server has just refused, even if the cart has not been reloaded since. Those sold out have a name.
  const rows = known.map((row) => {
    const line = order.unavailable.find(({ productId }) => productId === row.id);
    if (!line) return row;
    return line.name === null ? { ...row, isDeleted: true } : { ...row, isSoldOut: true };
  });
  if (rows.length === 0) return hasQueued ? null : <EmptyWishlist />;

  const unavailable = rows.filter((row) => !canOrder(row));
  // On a silent link the questions take minutes. The key prevents a second order of this cart, and the shop compares the
  // prices; what was sent before the cart changed is unknown.
  const finding = signedIn === 'unknown' || (signedIn && !isLate && (saved.isPending || sentBefore.isAsking));
  const remove = (gone: readonly CartRow[]) => {
    removeRows(gone);
    // The button disappears together with the rows it removed.
    summary.current?.focus({ preventScroll: true });
  };
  return (
    <div className="grid gap-8 lg:grid-cols-[minmax(0,1fr)_22rem] lg:gap-14">
      <OrderSummary rows={rows} heading={summary} />
      <div className="grid content-start gap-5 lg:sticky lg:top-24 lg:self-start">
        <CartSummary rows={rows} current={cart.current || cart.failed}>
          {sentBefore.order ? <AlreadySent order={sentBefore.order} rows={rows} onRemove={remove} /> : null}
          {isLate && sentBefore.isAsking ? (
            <p role="status" className="border-warning border-l-4 bg-warning-soft px-4 py-2">
              Whether the shop has an earlier order of this cart could not be checked yet. It would be among{' '}
              <Link to="/orders" className="link">
                your orders
              </Link>
              .
            </p>
          ) : null}
          {unavailable.length > 0 ? (
            <UnavailableItems
              rows={unavailable}
              takesFocus={order.unavailable.length > 0}
              onRemove={remove}
            />
          ) : order.changed.length > 0 ? (
            <ChangedPrices lines={order.changed} busy={order.busy} onAccept={() => void order.submit()} />
          ) : finding ? (
            <Button size="lg" busy aria-label="One moment">
              Submit Order
            </Button>
          ) : isHeld ? (
            <>
              <Button size="lg" disabled>
                Submit Order
              </Button>
              <p className="text-sm">Please save your details first, or cancel.</p>
            </>
          ) : signedIn ? (
            <Button
              size="lg"
              busy={order.busy || !(cart.current || cart.failed || isLate)}
              onClick={() => void order.submit()}
            >
              {order.failure && !order.failure.wait ? 'Try Again' : 'Submit Order'}
            </Button>
          ) : (
            <Button size="lg" onClick={order.openSignIn}>
              Sign In to Checkout
            </Button>
          )}
          {order.failure ? (
            <ErrorState title="The order was not confirmed" error={order.failure.error}>
              {order.failure.wait ?? 'Nothing is lost, and trying again never sends it twice.'}
            </ErrorState>
          ) : null}
          <p className="text-muted-foreground text-sm">{checkoutNote}</p>
        </CartSummary>
        {contact}
      </div>
    </div>
  );
}

function OrderSummary({ rows, heading }: { rows: readonly CartRow[]; heading: Ref<HTMLHeadingElement> }) {
  return (
    <section aria-labelledby="order-summary">
      <h2 ref={heading} tabIndex={-1} id="order-summary" className="mb-3 font-display text-2xl">
        Order summary
      </h2>
      <ul className="border-t">
        {rows.map((row) => (
          <li key={row.id} className="grid grid-cols-[4.5rem_minmax(0,1fr)] gap-4 border-b py-4">
            <RowImage row={row} sizes="4.5rem" />
            <div className="grid min-w-0 content-start gap-1">
              <h3 className="line-clamp-2 leading-snug">{row.name}</h3>
              <RowPrice row={row} />
              {row.entry.notes ? (
                <p className="whitespace-pre-line text-muted-foreground text-sm">
                  <span className="sr-only">Note: </span>
                  {row.entry.notes}
                </p>
              ) : null}
            </div>
          </li>
        ))}
      </ul>
      <Link to="/wishlist" className="link mt-3 inline-block py-2 text-sm">
        Change notes or items
      </Link>
    </section>
  );
}

function EmptyWishlist() {
  return (
    <EmptyState
      icon={<ShoppingBag />}
      title="Your wishlist is empty"
      link={{ to: '/products', text: 'Browse Products' }}
    >
      Choose a piece, write your size in its note, and come back here to send the order.
    </EmptyState>
  );
}
