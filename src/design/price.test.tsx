import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { kobo } from '#shared/money.ts';
import type { ShopInfo } from '#shared/shop.ts';
import { ShopProvider } from '#shared/shop-context.tsx';
import { Price } from './price.tsx';

const render = (price: ReactNode) =>
  renderToStaticMarkup(<ShopProvider shop={{ currency: 'NGN' } as ShopInfo}>{price}</ShopProvider>);

test('a reduced price shows the list price struck through and the badge', () => {
  const html = render(<Price amount={kobo(1062500)} listAmount={kobo(1250000)} promo />);
  expect(html).toContain('₦10,625.00');
  expect(html).toMatch(/<s[^>]*><span class="sr-only">was <\/span>₦12,500\.00<\/s>/);
  expect(html).toContain('>Promo<');
});

test('an unreduced price has no list price beside it', () => {
  const html = render(<Price amount={kobo(1250000)} listAmount={kobo(1250000)} />);
  expect(html).toContain('₦12,500.00');
  expect(html).not.toContain('<s ');
  expect(html).not.toContain('Promo');
});
