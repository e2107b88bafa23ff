import { Link } from '@tanstack/react-router';
import { Image } from '#design/image.tsx';
import { Money } from '#design/money.tsx';
import { dayText } from '#shared/dates.ts';
import { plural } from '#shared/plural.ts';
import type { Sales } from '../../../contract.ts';

/** The products of which most were ordered, each with a link to its orders. */
export function BestSellers({ products }: { products: Sales['bestSellers'] }) {
  if (products.length === 0) return <p className="py-6 text-muted-foreground">Nothing was ordered</p>;
  return (
    <ol>
      {products.map(({ productId, name, image, inShop, items, money }) => (
        <li key={productId} className="border-b last:border-b-0">
          <Link
            to="/admin/orders"
            search={{ search: name }}
            className="grid grid-cols-[2.75rem_minmax(0,1fr)_auto] items-center gap-x-3 py-2.5 hover:bg-muted"
          >
            <span aria-hidden="true">
              {image ? (
                <Image
                  image={{ url: image, width: 320, height: 400 }}
                  alt=""
                  sizes="2.75rem"
                  className="aspect-4/5 object-cover"
                />
              ) : null}
            </span>
            <span className="grid min-w-0">
              <span className="truncate font-semibold">{name}</span>
              <span className="text-muted-foreground text-sm">
                {plural(items, 'item')}
                {inShop ? '' : ' · no longer in the shop'}
              </span>
            </span>
            <Money amount={money} className="tabular-nums" />
          </Link>
        </li>
      ))}
    </ol>
  );
}

/** What each promotion brought over its own days. */
export function PromotionSales({ promotions }: { promotions: Sales['promotions'] }) {
  if (promotions.length === 0) {
    return <p className="py-6 text-muted-foreground">No promotion ran in the last 30 days</p>;
  }
  const shortDay = (day: string) => dayText(day, { month: 'short' });
  return (
    <ul>
      {promotions.map(({ id, name, code, startDate, endDate, items, money, reduction }) => (
        <li
          key={id}
          className="grid grid-cols-[minmax(0,1fr)_auto] items-baseline gap-x-4 border-b py-2.5 last:border-b-0"
        >
          <span className="truncate font-semibold">{name}</span>
          <Money amount={money} className="text-right tabular-nums" />
          <span className="text-muted-foreground text-sm">
            {code} · {shortDay(startDate)} – {shortDay(endDate)}
          </span>
          <span className="text-right text-muted-foreground text-sm">
            {items === 0 ? (
              'nothing yet'
            ) : (
              <>
                {plural(items, 'item')}, <Money amount={reduction} /> off
              </>
            )}
          </span>
        </li>
      ))}
    </ul>
  );
}
