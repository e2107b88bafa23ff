import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { kobo } from '#shared/money.ts';
import { Price } from './price.tsx';

test('a reduced price shows the list price struck through and the badge', () => {
  const html = renderToStaticMarkup(<Price amount={kobo(1062500)} listAmount={kobo(1250000)} promo />);
  expect(html).toContain('₦10,625.00');
  expect(html).toMatch(/<s[^>]*><span class="sr-only">was <\/span>₦12,500\.00<\/s>/);
  expect(html).toContain('>Promo<');
});

test('an unreduced price has no list price beside it', () => {
  const html = renderToStaticMarkup(<Price amount={kobo(1250000)} listAmount={kobo(1250000)} />);
  expect(html).toContain('₦12,500.00');
  expect(html).not.toContain('<s ');
  expect(html).not.toContain('Promo');
});
