import { Money } from '#design/money.tsx';
import { dayPlus, dayText } from '#shared/dates.ts';
import { formatMoney, koboOfNaira } from '#shared/money.ts';
import { formatCount, plural } from '#shared/plural.ts';
import { useShop } from '#shared/shop-context.tsx';
import type { Sales } from '../../../contract.ts';
import { nearDay } from '../../../status/due-day.ts';
import { type DaySales, everyDay } from '../../sales.ts';

const DAYS = 30;

/** A bar for the money of each of the last 30 days, and the same as a table, which opens below. */
export function SalesChart({ sales: { days, today } }: { sales: Sales }) {
  const bars = everyDay(days, dayPlus(today, 1 - DAYS), today);
  const best = bars.reduce((most, one) => (one.money > most.money ? one : most));
  return (
    <figure className="grid min-w-0 content-end gap-2 p-4 lg:px-6">
      <figcaption className="flex flex-wrap items-baseline justify-between gap-x-4 text-muted-foreground text-sm">
        <span>Money by day</span>
        {best.money > 0 ? (
          <span>
            Best day: {nearDay(best.day, today)}, <Money amount={best.money} />
          </span>
        ) : (
          <span>No orders in these days</span>
        )}
      </figcaption>
      <div aria-hidden="true" className="flex h-24 items-end gap-px border-b sm:gap-1 lg:h-32">
        {bars.map((bar) => (
          <Bar key={bar.day} bar={bar} share={best.money > 0 ? bar.money / best.money : 0} today={today} />
        ))}
      </div>
      <p aria-hidden="true" className="flex justify-between text-muted-foreground text-xs">
        <span>{dayText(bars[0]!.day, { month: 'short' })}</span>
        <span>today</span>
      </p>
      <details>
        <summary className="link min-h-6 w-max cursor-pointer text-sm">Show as a table</summary>
        <DaysTable days={bars.toReversed()} today={today} />
      </details>
    </figure>
  );
}

/** The title appears under a pointer; everybody else has the table. */
function Bar({ bar: { day, orders, money }, share, today }: { bar: DaySales; share: number; today: string }) {
  const { currency } = useShop();
  return (
    <span
      title={`${nearDay(day, today)}: ${plural(orders, 'order')}, ${formatMoney(koboOfNaira(money), currency)}`}
      className="flex h-full grow items-end hover:bg-muted"
    >
      <span
        className={day === today ? 'w-full bg-gold' : 'w-full bg-primary'}
        // At least a line for a day with money.
        style={{ height: share > 0 ? `max(2px, ${(share * 100).toFixed(1)}%)` : 0 }}
      />
    </span>
  );
}

function DaysTable({ days, today }: { days: readonly DaySales[]; today: string }) {
  return (
    <table className="mt-2 w-full text-sm tabular-nums">
      <caption className="sr-only">Sales by day</caption>
      <thead>
        <tr className="border-b text-left">
          <th scope="col" className="py-1 font-semibold">
            Day
          </th>
          <th scope="col" className="py-1 text-right font-semibold">
            Orders
          </th>
          <th scope="col" className="py-1 text-right font-semibold">
            Money
          </th>
        </tr>
      </thead>
      <tbody>
        {days.map(({ day, orders, money }) => (
          <tr key={day} className="border-b last:border-b-0">
            <th scope="row" className="py-1 text-left font-normal">
              {nearDay(day, today)}
            </th>
            <td className="py-1 text-right">{formatCount(orders)}</td>
            <td className="py-1 text-right">
              <Money amount={money} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
