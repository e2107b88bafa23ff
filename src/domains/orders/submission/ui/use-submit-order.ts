import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { toast } from '#design/toast.ts';
import { holds } from '#domains/wishlist/cart.ts';
import type { CartRow } from '#domains/wishlist/priced-cart.ts';
import { cartStore } from '#domains/wishlist/ui/cart-store.ts';
import { useApi } from '#shared/api.tsx';
import { shopAnswers } from '#shared/load-script.ts';
import { codeOf, isOfConnection, messageOf } from '#shared/messages.ts';
import { nairaOfKobo } from '#shared/money.ts';
import { referenceOf } from '#shared/reference.ts';
import type { ChangedLine, Order } from '../../contract.ts';
import { noteOpened } from '../../message/ui/opened-chats.ts';
import { cartChanged, emptyWishlist, signInFirst, submitMessages, submitted } from '../../messages.ts';
import { ORDERS, type OrdersApi, submittedQuery } from '../../ui/order.queries.ts';
import type { QueuedOrder } from '../queued-order.ts';
import { atNewPrices, type SentLine, type Submission } from '../submission.ts';
import { queueOrder, submitCart } from './order-queue.ts';
import { noteSent } from './unanswered-orders.ts';

const lineOf = (row: CartRow): SentLine => ({
  productId: row.id,
  note: row.entry.notes,
  promotionCode: row.entry.promotion?.code ?? null,
  shownPrice: nairaOfKobo(row.amount),
});

interface Failure {
  error: unknown;
  /** The server's message with the time to wait, if an immediate retry cannot succeed. */
  wait?: string | undefined;
}

/**
 * Submits the cart as an order. `submit` resolves to {success, requiresAuth, order} and shows errors;
 * `changed` are the lines whose prices differ from those displayed, until the customer orders at the new
 * ones; `unavailable` are lines of products that are deleted or sold out, until the cart has a newer answer; `sentHere`
 * distinguishes an order just sent from one that was found.
 */
export function useSubmitOrder({
  rows,
  answeredAt,
  account,
  fetchSession,
}: {
  rows: readonly CartRow[];
  /** When the shop has answered what they are, ms. */
  answeredAt: number;
  /** The id of the user; an order that cannot be sent now waits for this user's session. Null for a guest. */
  account: string | null;
  /**
   * Reloads the session after the server reported that it ended: otherwise the sign-in page would lead back
   * here.
   */
  fetchSession: () => Promise<unknown>;
}) {
  const api = useApi<OrdersApi>();
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const [busy, setBusy] = useState(false);
  const [changed, setChanged] = useState<ChangedLine[]>([]);
  const [refused, setRefused] = useState<{ lines: readonly ChangedLine[]; at: number }>();
  const [failure, setFailure] = useState<Failure>();
  const [sentHere, setSentHere] = useState(false);
  const running = useRef(false);

  async function submit(): Promise<Submission | undefined> {
    // A second press before React has rendered the first.
    if (running.current) return undefined;
    running.current = true;
    setBusy(true);
    setFailure(undefined);
    toast.withdraw('checkout');
    const idempotencyKey = cartStore.orderKey();
    // The storage may have been emptied since the cart was rendered, e.g. by the browser.
    const cart = cartStore.read();
    const held = rows.filter(({ id }) => holds(cart, id));
    const lines = atNewPrices(held.map(lineOf), changed);
    try {
      if (held.length > 0 && held.length < rows.length) {
        toast.error(cartChanged.title, { description: cartChanged.description, id: 'checkout' });
        return undefined;
      }
      const result = await submitCart(api, { idempotencyKey, lines, account });
      // What the shop answered before it had the order may still be on its way.
      await queryClient.cancelQueries({ queryKey: submittedQuery(api, idempotencyKey).queryKey });
      if (!(await waitsForNetwork(result, { idempotencyKey, lines }))) showResult(result, idempotencyKey);
      return result;
    } finally {
      running.current = false;
      setBusy(false);
    }
  }

  /** Queues the order if the shop cannot be reached. False with a full storage: then the failure is shown as any other. */
  async function waitsForNetwork(result: Submission, order: Pick<QueuedOrder, 'idempotencyKey' | 'lines'>) {
    const isCut = !result.success && result.reason === 'failed' && isOfConnection(result.error);
    if (!isCut || !account) return false;
    if (await shopAnswers()) return false;
    const entries = rows.map(({ entry }) => entry);
    return queueOrder({ ...order, account, entries });
  }

  function showResult(result: Submission, idempotencyKey: string) {
    setChanged(result.success || result.reason !== 'prices' ? [] : result.lines);
    const refusedLines = result.success || result.reason !== 'unavailable' ? [] : result.lines;
    setRefused({ lines: refusedLines.filter((line) => line.after === null), at: Date.now() });
    if (result.success) {
      setSentHere(true);
      noteSent(result.order.id, idempotencyKey);
      queryClient.setQueryData(submittedQuery(api, idempotencyKey).queryKey, result.order);
      void queryClient.invalidateQueries({ queryKey: [...ORDERS, 'listMine'] });
      return;
    }
    if (result.reason === 'empty') {
      toast.error(emptyWishlist.title, { description: emptyWishlist.description, id: 'checkout' });
    } else if (result.requiresAuth) {
      void fetchSession()
        .catch(() => undefined)
        .then(openSignIn);
    } else {
      // The page shows another account than the one that is signed in by now.
      if (codeOf(result.error) === 'OTHER_ACCOUNT') void fetchSession().catch(() => undefined);
      const wait = codeOf(result.error) === 'RATE_LIMITED' ? (result.error as Error).message : undefined;
      setFailure(result.reason === 'failed' ? { error: result.error, wait } : undefined);
      const message = messageOf(submitMessages, result.error);
      if (message)
        toast.error(message.title, {
          description: message.description,
          reference: referenceOf(result.error),
          id: 'checkout',
        });
      // The displayed cart differs from the server's data.
      if (result.reason !== 'failed')
        void queryClient.invalidateQueries({ queryKey: ['catalog', 'getProducts'] });
      if (result.reason === 'failed') console.error('Order creation failed', result.error);
    }
  }

  function openSignIn() {
    toast.error(signInFirst.title, { description: signInFirst.description, id: 'checkout' });
    void navigate({ to: '/auth', search: { next: '/checkout' } });
  }

  /** Handles 'Continue to WhatsApp': records it, empties the cart, returns to the front page. */
  function completeOrderAndRedirect(order: Order) {
    if (order.userId) void noteOpened(api, { id: order.id, account: order.userId });
    // Deferred until the link has opened its tab, because the link leaves the page with this.
    setTimeout(() => {
      cartStore.clear();
      toast.success(submitted);
      void navigate({ to: '/' });
    });
  }

  // By a newer answer a product may be available again.
  const unavailable = refused && refused.at >= answeredAt ? refused.lines : [];
  return { submit, busy, changed, unavailable, failure, sentHere, openSignIn, completeOrderAndRedirect };
}
