import type { ReactNode } from 'react';
import { formatMoney } from '#shared/money.ts';
import { plural } from '#shared/plural.ts';
import { useShop } from '#shared/shop-context.tsx';
import { type CartRow, totalOf } from '../priced-cart.ts';

/** The number of items and their total; `children` are the actions. */
export function CartSummary({
  rows,
  current,
  children,
}: {
  rows: readonly CartRow[];
  /** Whether the prices are the server's current ones. */
  current: boolean;
  children?: ReactNode;
}) {
  const { currency } = useShop();
  const missing = [
    { label: 'No longer available', count: rows.filter((row) => row.isDeleted).length },
    { label: 'Sold out', count: rows.filter((row) => row.isSoldOut).length },
  ];
  return (
    <section aria-label="Total" className="grid content-start gap-4 border-t-2 border-t-foreground pt-4">
      <dl className="grid gap-2">
        <div className="flex items-baseline justify-between gap-4">
          <dt>Items</dt>
          <dd className="tabular-nums">{plural(rows.length, 'item')}</dd>
        </div>
        {missing.map(({ label, count }) =>
          count > 0 ? (
            <div
              key={label}
              className="flex items-baseline justify-between gap-4 text-muted-foreground text-sm"
            >
              <dt>{label}</dt>
              <dd className="tabular-nums">{count}</dd>
            </div>
          ) : null,
        )}
        <div className="flex flex-wrap items-baseline justify-between gap-x-4 border-t pt-3">
          <dt className="font-semibold">Total</dt>
          <dd className="font-display text-2xl tabular-nums" aria-live="polite">
            {formatMoney(totalOf(rows), currency)}
          </dd>
        </div>
      </dl>
      {current ? null : <p className="text-muted-foreground text-sm">Checking today’s prices…</p>}
      {children}
    </section>
  );
}
