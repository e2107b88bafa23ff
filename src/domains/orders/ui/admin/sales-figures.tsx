import { ArrowDown, ArrowUp } from 'lucide-react';
import type { ReactNode } from 'react';
import { Money } from '#design/money.tsx';
import { Skeleton } from '#design/skeleton.tsx';
import { plural } from '#shared/plural.ts';
import type { Sales } from '../../contract.ts';
import { changeOf, SPANS, type Span, salesOfSpan } from '../../sales.ts';
import { SalesChart } from './sales-chart.tsx';

const NAMES: Record<Span, [label: string, before: string]> = {
  1: ['Today', 'yesterday'],
  7: ['7 days', '7 days before'],
  30: ['30 days', '30 days before'],
};

/** Money and orders of today, 7 and 30 days, each against the span before, and a bar for each day. */
export function SalesFigures({ sales }: { sales: Sales | undefined }) {
  if (!sales) return <Skeleton className="h-56" />;
  return (
    <section aria-label="Sales" className="grid border bg-card lg:grid-cols-[22rem_minmax(0,1fr)]">
      <ul className="grid lg:border-r">
        {SPANS.map((span) => (
          <SpanRow key={span} sales={sales} span={span} />
        ))}
      </ul>
      <SalesChart sales={sales} />
    </section>
  );
}

function SpanRow({ sales, span }: { sales: Sales; span: Span }) {
  const { orders, money, before } = salesOfSpan(sales.days, sales.today, span);
  const [label, beforeLabel] = NAMES[span];
  return (
    <li className="grid grid-cols-[auto_minmax(0,1fr)] content-center items-baseline gap-x-4 border-b px-4 py-2.5 max-lg:last:border-b lg:px-6 lg:last:border-b-0">
      <span className="font-semibold">{label}</span>
      <span className="text-right font-semibold text-xl tabular-nums">
        <Money amount={money} />
      </span>
      <span className="text-muted-foreground text-sm">{plural(orders, 'order')}</span>
      <span className="text-right text-muted-foreground text-sm">
        <Change now={money} before={before.money}>
          {beforeLabel} <Money amount={before.money} />
        </Change>
      </span>
    </li>
  );
}

/** An arrow with the change in per cent, then what it is compared with. */
function Change({ now, before, children }: { now: number; before: number; children: ReactNode }) {
  const change = changeOf(now, before);
  const Arrow = change?.up ? ArrowUp : ArrowDown;
  return (
    <span className="tabular-nums">
      {change ? (
        <span className={change.up ? 'whitespace-nowrap text-success' : 'whitespace-nowrap text-danger'}>
          <Arrow aria-hidden="true" className="inline size-3.5" />
          <span className="sr-only">{change.up ? 'up' : 'down'} </span>
          {change.percent.toLocaleString('en')} %{' '}
        </span>
      ) : null}
      <span className="sr-only">against </span>
      {children}
    </span>
  );
}
