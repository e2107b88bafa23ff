import { ArrowDown, ArrowUp } from 'lucide-react';
import { cn } from '#design/cn.ts';
import { Money } from '#design/money.tsx';
import { Skeleton } from '#design/skeleton.tsx';
import { plural } from '#shared/plural.ts';
import type { Sales } from '../../../contract.ts';
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
      <Money amount={money} className="text-right font-semibold text-xl tabular-nums" />
      <span className="text-muted-foreground text-sm">
        {plural(orders, 'order')} <Change now={orders} before={before.orders} />
      </span>
      <span className="text-right text-muted-foreground text-sm">
        <Change now={money} before={before.money} />
        <span className="sr-only">against </span>
        {beforeLabel}{' '}
        <span className="whitespace-nowrap">
          <Money amount={before.money} />,
        </span>{' '}
        <span className="whitespace-nowrap">{plural(before.orders, 'order')}</span>
      </span>
    </li>
  );
}

/** An arrow with the change in per cent. */
function Change({ now, before }: { now: number; before: number }) {
  const change = changeOf(now, before);
  if (!change) return null;
  const Arrow = change.up ? ArrowUp : ArrowDown;
  return (
    <span className={cn('whitespace-nowrap tabular-nums', change.up ? 'text-success' : 'text-danger')}>
      <Arrow aria-hidden="true" className="inline size-3.5" />
      <span className="sr-only">{change.up ? 'up' : 'down'} </span>
      {change.percent.toLocaleString('en')} %{' '}
    </span>
  );
}
