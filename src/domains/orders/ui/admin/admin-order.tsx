import { Printer } from 'lucide-react';
import { Badge } from '#design/badge.tsx';
import { LinkButton } from '#design/link-button.tsx';
import { PresenceBadge, useReportPresence } from '#design/presence.tsx';
import { ExactTime, RelativeTime } from '#design/relative-time.tsx';
import { plural } from '#shared/plural.ts';
import { useShop } from '#shared/shop-context.tsx';
import type { AdminOrder } from '../../contract.ts';
import { CustomerCard } from '../../customers/ui/admin/customer-card.tsx';
import { HandoverActions } from '../../follow-up/ui/admin/follow-up.tsx';
import { HandoverLine } from '../../follow-up/ui/admin/handover-line.tsx';
import { isWaiting } from '../../order.ts';
import { WaitingSince } from '../../status/ui/admin/due-badge.tsx';
import { DueDay } from '../../status/ui/admin/due-day.tsx';
import { StatusSelect } from '../../status/ui/admin/status-select.tsx';
import { OrderHistory } from '../../timeline/ui/admin/order-history.tsx';
import { StaffNoteForm } from '../../timeline/ui/admin/staff-note.tsx';
import { AdminOrderItems } from './admin-order-items.tsx';
import { Part } from './part.tsx';

/** The admin view of one order: status, items, customer, history. */
export function AdminOrderView({ order }: { order: AdminOrder }) {
  const { name } = useShop();
  const onInput = useReportPresence('order', order.id);
  return (
    // Buttons are not printed, except those that contain an image.
    <article
      onInput={onInput}
      className="grid grid-cols-1 gap-8 print:gap-6 print:[&_button:not(:has(img))]:hidden"
    >
      <p className="hidden font-display text-xl print:block">{name}</p>
      <header className="flex flex-wrap items-end justify-between gap-x-8 gap-y-4">
        <div className="grid gap-2">
          <h1 className="font-display text-3xl tabular-nums">Order #{order.orderNumber}</h1>
          <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-muted-foreground">
            <span>
              Placed{' '}
              <span className="print:hidden">
                <RelativeTime iso={order.createdAt} />,{' '}
              </span>
              <ExactTime iso={order.createdAt} />
            </span>
            {/* Not printed. */}
            <span className="print:hidden">
              {isWaiting(order.status) ? (
                <Badge variant="outline">
                  <WaitingSince iso={order.createdAt} />
                </Badge>
              ) : null}{' '}
              <PresenceBadge kind="order" id={order.id} isAnnounced />
            </span>
          </p>
          <p className="print:hidden">
            <HandoverLine order={order} />
          </p>
        </div>
        <div data-actions="" className="flex w-full flex-wrap items-start gap-3 sm:w-auto">
          <span className="grid grow print:hidden">
            <DueDay order={order} />
          </span>
          <StatusSelect order={order} className="grow sm:w-52 print:w-auto" />
          <LinkButton
            variant="outline"
            to="/admin/orders/print"
            search={{ orders: order.id }}
            className="max-sm:w-full print:hidden"
          >
            <Printer aria-hidden="true" />
            Print
          </LinkButton>
        </div>
      </header>
      <div className="grid gap-10 xl:grid-cols-[minmax(0,1fr)_22rem] xl:grid-rows-[auto_1fr] xl:gap-x-12 print:grid-cols-1 print:gap-6">
        <Part title={`Ordered: ${plural(order.items.length, 'item')}`} className="xl:row-span-2">
          <AdminOrderItems order={order} />
        </Part>
        {/* On a phone, the customer's contact comes before the items. */}
        <Part title="Customer" className="order-first xl:order-none">
          <div className="border bg-card p-4 sm:p-6 print:border-0 print:p-0">
            <CustomerCard order={order} />
            <HandoverActions order={order} />
          </div>
        </Part>
        <Part title="History" className="print:hidden">
          <StaffNoteForm orderId={order.id} />
          <OrderHistory events={order.events} />
        </Part>
      </div>
    </article>
  );
}
