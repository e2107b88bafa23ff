import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { koboOfNaira } from '#shared/money.ts';
import type { ShopInfo } from '#shared/shop.ts';
import { ShopProvider } from '#shared/shop-context.tsx';
import { priceOf } from '../price.ts';
import { PromotedPrice } from './promoted-price.tsx';

test('HAND-05 a price on a page is read as its explanation: the list price, struck through, and why', () => {
  const today = '2026-11-25';
  const terms = {
    code: 'ADIRE10',
    startDate: '2026-11-01',
    endDate: '2026-11-29',
    promotionType: 'percentage',
    promotionValue: koboOfNaira(10),
  } as const;
  const read = (code: string | null) =>
    renderToStaticMarkup(
      <ShopProvider shop={{ currency: 'NGN' } as ShopInfo}>
        <PromotedPrice price={priceOf(koboOfNaira(25_000), terms, code, today)} today={today} />
      </ShopProvider>,
    )
      .replace(/<[^>]+>/g, ' ')
      .replace(/\s+/g, ' ')
      .trim();
  expect(read('ADIRE10')).toBe('₦22,500.00 was ₦25,000.00 less 10 % (ADIRE10), until Sunday Promo');
  expect(read(null)).toBe('₦25,000.00');
});
