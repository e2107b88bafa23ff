import { useState } from 'react';
import { KindFilter } from '#design/kind-filter.tsx';
import { PageButtons } from '#design/pagination.tsx';
import { formatMoney } from '#shared/money.ts';
import { pageCount } from '#shared/pages.ts';
import { plural } from '#shared/plural.ts';
import { useShop } from '#shared/shop-context.tsx';
import { HIGHEST_PRICE, LOWEST_PRICE } from '../../price-change.ts';
import type { PlannedProduct } from './use-price-change.ts';

const PAGE_SIZE = 20;

type Kind = 'changed' | 'same' | 'left';

const kindOf = ({ kind }: PlannedProduct): Kind => (kind === 'below' || kind === 'above' ? 'left' : kind);

/** What becomes of each price, by page and kind, and how many there are of each. */
export function PricePreview({ planned }: { planned: readonly PlannedProduct[] }) {
  const { currency } = useShop();
  const [chosen, setChosen] = useState<Kind | 'all'>('all');
  const [requested, setPage] = useState(1);
  const numberOf = (kind: Kind) => planned.filter((one) => kindOf(one) === kind).length;
  const left = numberOf('left');
  const limits = [
    planned.some(({ kind }) => kind === 'below') && `less than ${formatMoney(LOWEST_PRICE, currency)}`,
    planned.some(({ kind }) => kind === 'above') && `more than ${formatMoney(HIGHEST_PRICE, currency)}`,
  ].filter(Boolean);
  const kinds = [
    ['all', 'All', planned.length],
    ['changed', 'Change', numberOf('changed')],
    ['same', 'Stay the same', numberOf('same')],
    ['left', 'Left out', left],
  ] as const;
  const rows = chosen === 'all' ? planned : planned.filter((one) => kindOf(one) === chosen);
  const pages = pageCount(rows.length, PAGE_SIZE);
  const page = Math.min(requested, pages);
  return (
    <section aria-label="Preview" className="grid gap-4">
      <KindFilter
        label="Show prices"
        kinds={kinds}
        shown={chosen}
        onShow={(kind) => {
          setChosen(kind);
          setPage(1);
        }}
      />
      {left > 0 ? (
        <p className="border-warning border-l-4 bg-warning-soft p-3">
          {plural(left, 'product is', 'products are')} left out and {left === 1 ? 'keeps its' : 'keep their'}{' '}
          price, which would be {limits.join(' or ')}.
        </p>
      ) : null}
      {rows.length === 0 ? <p className="text-muted-foreground">No prices of this kind.</p> : null}
      <ul className="divide-y border-y empty:hidden">
        {rows.slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE).map((one) => (
          <li key={one.id} className="flex items-baseline justify-between gap-4 py-2">
            <span className="min-w-0 [overflow-wrap:anywhere]">{one.name}</span>
            <PlannedPriceText planned={one} currency={currency} />
          </li>
        ))}
      </ul>
      <PageButtons page={page} pageCount={pages} onPage={setPage} />
    </section>
  );
}

function PlannedPriceText({
  planned: { kind, before, after },
  currency,
}: {
  planned: PlannedProduct;
  currency: string;
}) {
  const [was, is] = [before, after].map((amount) => formatMoney(amount, currency));
  if (kind === 'same') {
    return (
      <span className="shrink-0 text-right text-muted-foreground tabular-nums">
        {was} <span className="block text-sm">stays</span>
      </span>
    );
  }
  if (kind !== 'changed') {
    return (
      <span className="shrink-0 text-right tabular-nums">
        {was}
        <span className="block text-danger text-sm">
          left out: {is} is too {kind === 'below' ? 'low' : 'high'}
        </span>
      </span>
    );
  }
  return (
    <span className="shrink-0 text-right tabular-nums">
      <del className="block text-muted-foreground text-sm">{was}</del>
      <ins className="font-semibold no-underline">
        <span aria-hidden="true">→ </span>
        {is}
      </ins>
    </span>
  );
}
