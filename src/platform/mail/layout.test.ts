import { expect, test } from 'vitest';
import { renderMail } from './layout.ts';

test('an email has the same content in text and HTML, and every value is escaped', () => {
  const { text, html } = renderMail({
    shopName: 'Aso & House',
    title: 'Ẹ káàbọ̀ <you>',
    blocks: [
      { text: 'One\nTwo "quoted"' },
      { code: '123456' },
      { button: 'Confirm', href: 'https://shop.example/?a=1&b="' },
      {
        rows: [
          ['Gele', '₦1.00'],
          ['Total', '₦1.00'],
        ],
        total: true,
      },
    ],
    footer: 'Why you get this.',
  });
  expect(text).toBe(
    'Ẹ káàbọ̀ <you>\n\nOne\nTwo "quoted"\n\n123456\n\nConfirm: https://shop.example/?a=1&b="\n\nGele: ₦1.00\nTotal: ₦1.00\n\nAso & House\nWhy you get this.',
  );
  expect(html).toContain('One<br>Two &#34;quoted&#34;');
  expect(html).toContain('href="https://shop.example/?a=1&#38;b=&#34;"');
  expect(html).not.toMatch(/<you>|<img|src=/);
});

test('a button links only to http(s)', () => {
  const { html } = renderMail({
    shopName: 'x',
    title: 'x',
    blocks: [{ button: 'x', href: 'javascript:alert(1)' }],
    footer: 'x',
  });
  expect(html).not.toContain('href="javascript');
});
