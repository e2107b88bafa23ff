import type { ReactNode } from 'react';
import { RelativeTime } from '#design/relative-time.tsx';
import { formatMoney, koboOfText } from '#shared/money.ts';
import { useShop } from '#shared/shop-context.tsx';
import type { OrderEvent } from '../../contract.ts';
import { type OrderStatus, STATUS_LABELS } from '../../order.ts';

/** The events of an order, newest first. */
export function OrderHistory({ events }: { events: readonly OrderEvent[] }) {
  const { currency } = useShop();
  return (
    <ol className="grid">
      {events.toReversed().map((event) => (
        <li
          key={event.id}
          className="relative grid gap-0.5 border-l-2 pb-5 pl-5 last:border-transparent last:pb-0"
        >
          <span
            aria-hidden="true"
            className="absolute top-1.5 -left-1.75 size-3 rounded-full border-2 border-card bg-gold"
          />
          <p>{sentenceOf(event, currency)}</p>
          <p className="text-muted-foreground text-sm">
            <RelativeTime iso={event.at} />
          </p>
        </li>
      ))}
    </ol>
  );
}

const labelOf = (status: string | undefined): string => STATUS_LABELS[status as OrderStatus] ?? status ?? '';

function sentenceOf({ kind, name, detail }: OrderEvent, currency: string): ReactNode {
  const actor = <strong className="font-semibold">{name || 'Unknown user'}</strong>;
  switch (kind) {
    case 'submitted':
      return <>{actor} sent the order</>;
    case 'opened':
      return <>{actor} went on to WhatsApp</>;
    case 'status':
      return (
        <>
          {actor} set it from {labelOf(detail.before)} to {labelOf(detail.after)}
        </>
      );
    case 'note':
      return (
        <>
          {actor} changed the note for {detail.item}
          <NoteChange before={detail.before} after={detail.after} />
        </>
      );
    case 'item_removed':
    case 'item_restored':
      return (
        <>
          {actor} {kind === 'item_removed' ? 'took out' : 'put back'} {detail.item}
          {detail.price ? ` (${formatMoney(koboOfText(detail.price), currency)})` : null}
          {detail.note ? <NoteChange before={detail.note} after={undefined} /> : null}
        </>
      );
  }
}

function NoteChange({ before, after }: { before: string | undefined; after: string | undefined }) {
  return (
    <span className="mt-1 block break-words border-l-2 pl-3 text-muted-foreground text-sm">
      {before ? <del className="whitespace-pre-line">{before}</del> : null}
      {before && after ? <br /> : null}
      {after ? <ins className="whitespace-pre-line text-foreground no-underline">{after}</ins> : null}
    </span>
  );
}
