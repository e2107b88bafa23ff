import { Link } from '@tanstack/react-router';
import { Send } from 'lucide-react';
import { Badge } from '#design/badge.tsx';
import { actionsColumn, type Column } from '#design/data-table.tsx';
import { NameCell } from '#design/name-cell.tsx';
import { RelativeTime } from '#design/relative-time.tsx';
import { RowButton } from '#design/row-button.tsx';
import { plural } from '#shared/plural.ts';
import type { Delivery } from '../../contract.ts';
import { DELIVERED_LABELS, STATE_LABELS } from '../../messages.ts';
import { useSendAgain } from './webhooks.queries.ts';

type Attempt = Delivery['attempts'][number];

const VARIANTS = { waiting: 'info', delivered: 'success', given_up: 'danger' } as const;

export const DELIVERY_COLUMNS: Column<Delivery>[] = [
  {
    id: 'event',
    header: 'Event',
    chief: true,
    className: 'max-md:col-span-1 md:w-1/3 md:align-top',
    cell: (delivery) => (
      <NameCell
        name={DELIVERED_LABELS[delivery.event]}
        badges={<Badge variant={VARIANTS[delivery.state]}>{STATE_LABELS[delivery.state]}</Badge>}
        about={
          <>
            <About delivery={delivery} />
            <RelativeTime iso={delivery.createdAt} />
          </>
        }
      />
    ),
  },
  {
    id: 'attempts',
    header: 'Attempts',
    bare: true,
    className: 'md:align-top',
    cell: ({ attempts, nextAttemptAt }) => (
      <div className="grid grid-cols-1 gap-1 text-sm">
        <Attempts attempts={attempts} />
        {nextAttemptAt ? (
          <p className="text-muted-foreground">
            {attempts.length > 0 ? 'Next attempt ' : 'First attempt '}
            <RelativeTime iso={nextAttemptAt} />
          </p>
        ) : null}
      </div>
    ),
  },
  actionsColumn((delivery) => <SendAgain delivery={delivery} />, {
    // Beside the event on a phone.
    className: 'max-md:order-first max-md:col-span-1 max-md:items-start md:align-top',
  }),
];

function About({ delivery: { event, order, productCount } }: { delivery: Delivery }) {
  if (order)
    return (
      <>
        <Link to="/admin/orders/$id" params={{ id: order.id }} className="link">
          Order #{order.orderNumber}
        </Link>
        {' · '}
      </>
    );
  if (productCount > 0) return `${plural(productCount, 'product')} · `;
  return event === 'webhook.test' ? null : 'A deleted order · ';
}

/** The last attempt, and those before it on demand. */
function Attempts({ attempts }: { attempts: readonly Attempt[] }) {
  const last = attempts.at(-1);
  if (!last) return null;
  const earlier = attempts.slice(0, -1).reverse();
  return (
    <>
      <Result attempt={last} />
      {earlier.length > 0 ? (
        <details>
          <summary className="link w-max min-h-6 cursor-pointer">
            {plural(earlier.length, 'earlier attempt')}
          </summary>
          <ol className="mt-1 grid grid-cols-1 gap-2 border-l pl-3">
            {earlier.map((attempt) => (
              <li key={attempt.at}>
                <Result attempt={attempt} />
              </li>
            ))}
          </ol>
        </details>
      ) : null}
    </>
  );
}

function Result({ attempt: { at, status, ms, answer, reason } }: { attempt: Attempt }) {
  return (
    <div className="grid grid-cols-1">
      <p className={reason ? 'wrap-anywhere text-danger' : undefined}>
        {reason ?? `Answered ${status}`}
        <span className="text-muted-foreground">
          {` in ${ms.toLocaleString('en')} ms, `}
          <RelativeTime iso={at} />
        </span>
      </p>
      {answer ? (
        <p className="wrap-anywhere line-clamp-3 font-mono text-muted-foreground text-xs">{answer}</p>
      ) : null}
    </div>
  );
}

function SendAgain({ delivery: { id, event, state, attempts } }: { delivery: Delivery }) {
  const sendAgain = useSendAgain();
  // Its first attempt is on its way.
  if (state === 'waiting' && attempts.length === 0) return null;
  return (
    <RowButton
      busy={sendAgain.isPending}
      className="whitespace-nowrap"
      onClick={() => sendAgain.mutate({ id })}
    >
      <Send aria-hidden="true" />
      {state === 'waiting' ? 'Send now' : 'Send again'}
      <span className="sr-only">: {DELIVERED_LABELS[event]}</span>
    </RowButton>
  );
}
