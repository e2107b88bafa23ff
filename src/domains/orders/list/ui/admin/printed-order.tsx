import { useCallback } from 'react';
import { cn } from '#design/cn.ts';
import { Money } from '#design/money.tsx';
import { QrCode } from '#design/qr-code.tsx';
import { ExactTime } from '#design/relative-time.tsx';
import { explainPrice } from '#domains/promotions/explain-price.ts';
import { phoneText } from '#shared/phone-text.ts';
import { plural } from '#shared/plural.ts';
import { useShop } from '#shared/shop-context.tsx';
import type { AdminOrder } from '../../../contract.ts';
import { STATUS_LABELS } from '../../../order.ts';
import { paidPrice } from '../../../ui/order-card.tsx';
import { type Paper, PRINT_KINDS, type PrintKind, printedUrl } from '../../print.ts';

const LOOK: Record<Paper, string> = {
  a4: 'w-[182mm] text-[11pt]',
  a5: 'w-[128mm] text-[10pt]',
  roll: 'w-[72mm] text-[9.5pt]',
};

/** One order on paper, black on white in every colour scheme: a roll is printed by heat, in black alone. */
export function PrintedOrder({
  order,
  kind,
  paper,
  at,
  onHeight,
}: {
  order: AdminOrder;
  kind: PrintKind;
  paper: Paper;
  /** Its place among the printed orders. */
  at: number;
  /** Called with the height of its content in CSS pixels. Never changes. */
  onHeight: (at: number, height: number) => void;
}) {
  const measure = useCallback(
    (element: HTMLElement | null) => {
      if (!element) return;
      const observer = new ResizeObserver(() => onHeight(at, element.offsetHeight));
      observer.observe(element);
      return () => observer.disconnect();
    },
    [at, onHeight],
  );
  const isRoll = paper === 'roll';
  const part = cn('border-black border-t pt-2', isRoll && 'border-dashed');
  return (
    <article
      id={`sheet-${at}`}
      aria-label={`${PRINT_KINDS[kind]} of order #${order.orderNumber}`}
      className="mx-auto w-fit max-w-full bg-white p-4 text-black leading-snug shadow-pop not-last:break-after-page print:m-0 print:w-auto print:max-w-none print:p-0 print:shadow-none"
    >
      <div ref={measure} className={cn('grid max-w-full grid-cols-1 gap-3', LOOK[paper])}>
        <SheetHeader order={order} kind={kind} isRoll={isRoll} />
        <section className={part}>
          <h2 className="text-[0.85em]">{kind === 'slip' ? 'For' : 'Customer'}</h2>
          <p className="font-semibold text-[1.15em]">{order.customer.name}</p>
          {order.customer.phone ? <p className="tabular-nums">{phoneText(order.customer.phone)}</p> : null}
          {order.userId && !isRoll ? <p className="wrap-anywhere">{order.customer.email}</p> : null}
        </section>
        <section className={part}>
          <h2 className="sr-only">Items</h2>
          <ul className="grid gap-2">
            {order.items.map((item) => (
              <Item key={item.id} item={item} kind={kind} />
            ))}
          </ul>
        </section>
        <p className={cn(part, 'flex justify-between gap-4 font-bold text-[1.15em]')}>
          {kind === 'slip' ? (
            plural(order.items.length, 'item')
          ) : (
            <>
              <span>Total</span>
              <Money amount={order.total} className="tabular-nums" />
            </>
          )}
        </p>
        {kind === 'receipt' ? <ShopFacts isThankful={order.status !== 'cancelled'} isRoll={isRoll} /> : null}
      </div>
    </article>
  );
}

function SheetHeader({ order, kind, isRoll }: { order: AdminOrder; kind: PrintKind; isRoll: boolean }) {
  const { name, publicUrl } = useShop();
  const url = printedUrl(publicUrl, order.id, kind);
  return (
    <header className={cn('flex items-start justify-between gap-4', isRoll && 'gap-2')}>
      <div className="grid min-w-0 gap-1">
        <p className="font-display text-[1.6em] leading-tight">{name}</p>
        <p className="font-semibold">{PRINT_KINDS[kind]}</p>
        <h1 className="font-bold text-[1.35em] tabular-nums">#{order.orderNumber}</h1>
        {order.status === 'cancelled' ? (
          <p className="w-fit border-2 border-black px-2 font-bold text-[1.15em]">
            {STATUS_LABELS.cancelled}
          </p>
        ) : null}
        <p className="text-[0.9em]">
          <ExactTime iso={order.createdAt} />
        </p>
      </div>
      <QrCode
        text={url}
        label={`QR code of ${url}`}
        className={cn('shrink-0 bg-white fill-black', isRoll ? 'size-[24mm]' : 'size-[30mm]')}
      />
    </header>
  );
}

function Item({ item, kind }: { item: AdminOrder['items'][number]; kind: PrintKind }) {
  const { currency } = useShop();
  const reason = explainPrice(paidPrice(item), { currency })?.reason;
  return (
    <li className="flex items-start gap-2 break-inside-avoid">
      {kind === 'slip' ? (
        <span aria-hidden="true" className="mt-[0.15em] size-[1.1em] shrink-0 border-2 border-black" />
      ) : null}
      <div className="min-w-0 grow">
        <p className="wrap-anywhere font-semibold">{item.productName}</p>
        {kind === 'receipt' && reason ? <p className="text-[0.9em]">{reason}</p> : null}
        {kind === 'slip' && item.note ? (
          <p className="wrap-anywhere whitespace-pre-line">{item.note}</p>
        ) : null}
      </div>
      {kind === 'receipt' ? (
        <p className="shrink-0 text-right tabular-nums">
          <Money amount={item.productPrice} />
          {item.listPrice > item.productPrice ? (
            <s className="block text-[0.9em]">
              <Money amount={item.listPrice} />
            </s>
          ) : null}
        </p>
      ) : null}
    </li>
  );
}

function ShopFacts({ isThankful, isRoll }: { isThankful: boolean; isRoll: boolean }) {
  const { name, address, city, phone, email, publicUrl } = useShop();
  return (
    <footer className={cn('grid gap-0.5 text-[0.9em]', isRoll && 'text-center')}>
      {isThankful ? <p className="font-semibold">Thank you for your order.</p> : null}
      <p>{[name, address, city].filter(Boolean).join(', ')}</p>
      <p>{[phone, email].filter(Boolean).join(' · ')}</p>
      <p className="wrap-anywhere">{publicUrl.replace(/^https?:\/\//, '')}</p>
    </footer>
  );
}
