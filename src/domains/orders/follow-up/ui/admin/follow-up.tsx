import { useQuery, useQueryClient } from '@tanstack/react-query';
import { BellRing, CheckCheck, Mail, MessageCircle } from 'lucide-react';
import { useRef, useState } from 'react';
import { Button } from '#design/button.tsx';
import { Dialog } from '#design/dialog.tsx';
import { ExternalLink } from '#design/external-link.tsx';
import { QueryError } from '#design/query-error.tsx';
import { RelativeTime } from '#design/relative-time.tsx';
import { Skeleton } from '#design/skeleton.tsx';
import { useOperation } from '#design/use-operation.ts';
import { useApi } from '#shared/api.tsx';
import { codeOf } from '#shared/messages.ts';
import { useShop } from '#shared/shop-context.tsx';
import { confirmOrderMessages, orderConfirmed, remindCustomerMessages } from '../../../admin.messages.ts';
import type { AdminOrder, OrderSummary } from '../../../contract.ts';
import { reminderChat, reminderText } from '../../../message/answer-customer.ts';
import {
  type AdminOrdersApi,
  adminOrderQuery,
  readOrdersAgain,
  showChange,
} from '../../../ui/admin/admin-orders.queries.ts';
import { canConfirm, canRemind, isRecentReminder, type ReminderChannel } from '../../handover.ts';
import { HandoverLine } from './handover-line.tsx';

/** On the page of an order that nobody confirmed: confirms it, or reminds the customer, who may have no account any more. */
export function HandoverActions({ order }: { order: AdminOrder }) {
  const group = useRef<HTMLDivElement>(null);
  if (!canConfirm(order)) return null;
  const returnFocus = () => {
    const { activeElement, body } = document;
    // The pressed button is about to go, or gone: the next key begins in the page, not above it.
    if (activeElement === body || group.current?.contains(activeElement))
      document.getElementById('main')?.focus({ preventScroll: true });
  };
  return (
    <div ref={group} className="mt-6 grid gap-2 border-t pt-4 print:hidden">
      <ConfirmOrder id={order.id} onDone={returnFocus} />
      {canRemind(order) ? <FollowUp order={order} labelled /> : null}
    </div>
  );
}

function ConfirmOrder({ id, onDone }: { id: string; onDone?: () => void }) {
  const { orders } = useApi<AdminOrdersApi>();
  const queryClient = useQueryClient();
  const confirm = useOperation({
    mutationFn: () => orders.confirmOrder({ id }),
    messages: confirmOrderMessages,
    successMessage: orderConfirmed,
    onSuccess({ confirmedAt }) {
      showChange(queryClient, { id, confirmedAt });
      void readOrdersAgain(queryClient);
      onDone?.();
    },
  });
  return (
    <Button busy={confirm.isPending} onClick={() => confirm.mutate(undefined)}>
      <CheckCheck aria-hidden="true" />
      They wrote to us
    </Button>
  );
}

/** A button whose dialog reminds the customer; from a row also confirms the order. */
export function FollowUp({
  order,
  labelled = false,
}: {
  order: Pick<OrderSummary, 'id' | 'orderNumber'>;
  /** On the page of the order. */
  labelled?: boolean;
}) {
  const [isOpen, setOpen] = useState(false);
  const close = () => setOpen(false);
  const query = useQuery({
    ...adminOrderQuery(useApi<AdminOrdersApi>(), order.id),
    enabled: isOpen,
  });
  const { data, error } = query;
  return (
    <Dialog
      open={isOpen}
      onOpenChange={setOpen}
      title={`Follow up order #${order.orderNumber}`}
      description={
        data ? (
          <>
            {data.customer.name}. <HandoverLine order={data} />.
          </>
        ) : undefined
      }
      trigger={
        labelled ? (
          <Button variant="outline">
            <BellRing aria-hidden="true" />
            Remind the customer
          </Button>
        ) : (
          <Button
            variant="outline"
            size="icon"
            title="Follow up"
            aria-label={`Follow up order #${order.orderNumber}`}
          >
            <BellRing aria-hidden="true" />
          </Button>
        )
      }
    >
      {data ? (
        <div className="grid gap-5">
          {labelled ? null : <ConfirmOrder id={order.id} onDone={close} />}
          {canRemind(data) ? <Reminder order={data} onDone={close} /> : <p>Nothing to remind them of.</p>}
        </div>
      ) : error ? (
        <QueryError query={query} title="Could not load this order" />
      ) : (
        <Skeleton className="h-40" />
      )}
    </Dialog>
  );
}

/** The ready text, by WhatsApp or email. After a reminder of the last 24 hours, another press is needed first. */
function Reminder({ order, onDone }: { order: AdminOrder; onDone: () => void }) {
  const { orders } = useApi<AdminOrdersApi>();
  const shop = useShop();
  const queryClient = useQueryClient();
  const last = order.events.findLast(({ kind }) => kind === 'reminder');
  /** The reminder after which another one is wanted. */
  const [after, setAfter] = useState<string | null>(null);
  // The clock of this device may be wrong.
  const [isRefused, setRefused] = useState(false);
  const remind = useOperation({
    mutationFn: (channel: ReminderChannel) => orders.remindCustomer({ id: order.id, channel, after }),
    messages: remindCustomerMessages,
    successMessage: (_, channel) =>
      channel === 'email' ? 'The reminder is on its way' : 'The reminder is in the history of the order',
    onSuccess() {
      void readOrdersAgain(queryClient);
      onDone();
    },
    onError(error) {
      if (codeOf(error) === 'REMINDED') setRefused(true);
      void readOrdersAgain(queryClient);
    },
  });
  if (last && last.id !== after && (isRefused || isRecentReminder(new Date(last.at), Date.now()))) {
    return (
      <div className="grid gap-3 border-t pt-4">
        <p role="status">
          {last.name || 'Somebody else'} reminded them{' '}
          {last.detail.channel === 'email' ? 'by email' : 'on WhatsApp'} <RelativeTime iso={last.at} />.
        </p>
        <Button variant="outline" onClick={() => setAfter(last.id)}>
          Remind again
        </Button>
      </div>
    );
  }
  const chat = reminderChat(order, shop);
  const byChat = () => {
    if (!remind.isPending) remind.mutate('whatsapp');
  };
  return (
    <div className="grid gap-3 border-t pt-4">
      <p className="whitespace-pre-line break-words bg-muted px-3 py-2 text-sm">
        {reminderText(order, shop)}
      </p>
      {chat ? (
        <Button asChild variant="whatsapp">
          {/* A plain link, so that no browser blocks it. */}
          <ExternalLink
            href={chat}
            onClick={byChat}
            onAuxClick={({ button }) => {
              if (button === 1) byChat();
            }}
          >
            <MessageCircle aria-hidden="true" />
            Remind on WhatsApp
          </ExternalLink>
        </Button>
      ) : (
        <p className="text-muted-foreground text-sm">No phone number on this order</p>
      )}
      {order.customer.email ? (
        <Button variant="outline" busy={remind.isPending} onClick={() => remind.mutate('email')}>
          <Mail aria-hidden="true" />
          Remind by email
        </Button>
      ) : null}
    </div>
  );
}
