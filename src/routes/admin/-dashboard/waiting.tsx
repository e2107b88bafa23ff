import { Link, type LinkProps } from '@tanstack/react-router';
import { ArrowRight } from 'lucide-react';
import { RelativeTime } from '#design/relative-time.tsx';
import { Selvedge } from '#design/selvedge.tsx';
import type { Sales } from '#domains/orders/contract.ts';
import { formatCount } from '#shared/plural.ts';

export interface Waiting {
  /** Undefined if it failed to load. */
  count: number | undefined;
  /** The text after the number. */
  text: string;
  /** Why it matters. */
  hint: string;
  link: LinkProps;
}

/** Pending work, most urgent first. */
export function WaitingList({
  items,
  oldest,
}: {
  items: readonly Waiting[];
  /** The order that waits longest. */
  oldest: Sales['oldestPending'];
}) {
  const open = items.flatMap(({ count, ...item }) => (count ? { count, ...item } : []));
  // A failed count must not be shown as nothing to do.
  if (open.length === 0 && items.some(({ count }) => count === undefined)) return null;
  return (
    <section aria-labelledby="waiting" className="self-start border bg-card">
      <Selvedge />
      <h2 id="waiting" className="px-4 pt-4 font-display text-2xl sm:px-6 sm:pt-5">
        Waiting for you
      </h2>
      {open.length === 0 ? (
        <p className="px-4 pt-2 pb-6 text-muted-foreground sm:px-6">
          Nothing. No order is pending and every message is read.
        </p>
      ) : (
        // The widest number gives all of them their width.
        <ul className="grid grid-cols-[minmax(3.5rem,auto)_minmax(0,1fr)_auto] gap-x-4 pb-2">
          {open.map(({ count, text, hint, link }) => (
            <li key={hint} className="col-span-full grid grid-cols-subgrid border-b last:border-b-0">
              <Link
                {...link}
                className="group col-span-full grid grid-cols-subgrid items-center px-4 py-4 hover:bg-muted sm:px-6"
              >
                <span className="font-display text-4xl text-gold tabular-nums leading-none">
                  {formatCount(count)}
                </span>
                <span className="grid gap-0.5">
                  <span className="font-semibold leading-snug">{text}</span>
                  <span className="text-muted-foreground text-sm">{hint}</span>
                </span>
                <ArrowRight
                  aria-hidden="true"
                  className="size-5 text-muted-foreground transition-transform group-hover:translate-x-1"
                />
              </Link>
            </li>
          ))}
        </ul>
      )}
      {oldest ? (
        <p className="border-t px-4 py-3 text-sm sm:px-6">
          Waiting longest:{' '}
          <Link to="/admin/orders/$id" params={{ id: oldest.id }} className="link">
            #{oldest.orderNumber}
          </Link>{' '}
          of {oldest.customerName}, placed <RelativeTime iso={oldest.createdAt} />
        </p>
      ) : null}
    </section>
  );
}
