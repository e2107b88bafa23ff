import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { dayPlus } from '#shared/dates.ts';
import type { ShopInfo } from '#shared/shop.ts';
import { ShopProvider } from '#shared/shop-context.tsx';
import type { Sales } from '../../../contract.ts';
import { SalesFigures } from './sales-figures.tsx';

const TODAY = '2026-03-02';
const sold = (daysAgo: number, orders: number, money: number) => ({
  day: dayPlus(TODAY, -daysAgo),
  orders,
  money,
});

test('DESK-01 money and orders of each span are both compared with the span before', () => {
  // Fewer orders than yesterday, for more money; nothing in the 30 days before.
  const days = [sold(1, 4, 1000), sold(0, 3, 1500), sold(10, 1, 500)];
  const sales = { days, today: TODAY, bestSellers: [], promotions: [], oldestPending: null } as Sales;
  const html = renderToStaticMarkup(
    <ShopProvider shop={{ currency: 'NGN' } as ShopInfo}>
      <SalesFigures sales={sales} />
    </ShopProvider>,
  );
  const rows = [...html.matchAll(/<li.*?<\/li>/g)].map(([row]) =>
    row
      .replace(/<[^>]+>/g, ' ')
      .replace(/\s+/g, ' ')
      .replaceAll(' ,', ',')
      .trim(),
  );
  expect(rows).toEqual([
    'Today ₦1,500.00 3 orders down 25 % up 50 % against yesterday ₦1,000.00, 4 orders',
    '7 days ₦2,500.00 7 orders up 600 % up 400 % against 7 days before ₦500.00, 1 order',
    '30 days ₦3,000.00 8 orders against 30 days before ₦0.00, 0 orders',
  ]);
});
