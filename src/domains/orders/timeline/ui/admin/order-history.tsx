import type { ReactNode } from 'react';
import { RelativeTime } from '#design/relative-time.tsx';
import { dayText } from '#shared/dates.ts';
import { formatMoney, koboOfText } from '#shared/money.ts';
import { useShop } from '#shared/shop-context.tsx';
import type { OrderEvent } from '../../../contract.ts';
import { type OrderStatus, STATUS_LABELS } from '../../../order.ts';
import { DeleteStaffNote } from './staff-note.tsx';

/** The timeline of an order, newest first. */
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
          <div>{sentenceOf(event, currency)}</div>
          <p className="flex flex-wrap items-baseline gap-x-4 text-muted-foreground text-sm">
            <RelativeTime iso={event.at} />
            {event.canDelete ? <DeleteStaffNote id={event.id} text={event.detail.text ?? ''} /> : null}
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
      return (
        <>
          {actor} sent the order
          {detail.notes ? <NoteChange before={undefined} after={detail.notes} /> : null}
        </>
      );
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
    case 'due':
      return (
        <>
          {actor} {detail.after ? `set the due day to ${shortDay(detail.after)}` : 'removed the due day'}
          {detail.before ? ` (was ${shortDay(detail.before)})` : ''}
        </>
      );
    case 'confirmed':
      if (!name) return 'The customer wrote';
      return (
        <>
          {actor} {detail.after ? 'confirmed it: the customer wrote' : 'took the confirmation back'}
        </>
      );
    case 'reminder':
      return (
        <>
          {actor}{' '}
          {detail.channel === 'email' ? 'sent a reminder by email' : 'opened WhatsApp to remind the customer'}
        </>
      );
    case 'email':
      return emailSentence(detail);
    case 'staff_note':
      return (
        <>
          {actor} wrote for the staff
          <span className="mt-1 block whitespace-pre-line break-words bg-muted px-3 py-2">{detail.text}</span>
        </>
      );
    case 'staff_note_deleted':
      return <>{actor} deleted a note of the staff</>;
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

const shortDay = (day: string): string => dayText(day, { weekday: 'short', month: 'short', year: 'numeric' });

const EMAILS: Record<string, string> = {
  shop: 'The email to the shop',
  customer: 'The email to the customer',
  reminder: 'The reminder by email',
};

function emailSentence({ reader, state }: Record<string, string>): string {
  const email = EMAILS[reader ?? ''] ?? EMAILS.customer;
  if (state === 'waiting') return `${email} is on its way`;
  return state === 'given_up' ? `${email} could not be delivered` : `${email} was sent`;
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
