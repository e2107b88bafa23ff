import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import type { ShopInfo } from '#shared/shop.ts';
import { ShopProvider } from '#shared/shop-context.tsx';
import type { AdminOrder } from '../../../contract.ts';
import type { OrderStatus } from '../../../order.ts';
import type { PrintKind } from '../../print.ts';
import { PrintedOrder } from './printed-order.tsx';

const SHOP = { timeZone: 'Africa/Lagos', publicUrl: 'https://shop.example', currency: 'NGN' } as ShopInfo;

const printed = (kind: PrintKind, status: OrderStatus) =>
  renderToStaticMarkup(
    <ShopProvider shop={SHOP}>
      <PrintedOrder
        order={
          {
            id: 'a',
            orderNumber: '000042',
            status,
            createdAt: '2026-11-20T18:05:00Z',
            customer: {},
            items: [],
            total: 0,
          } as unknown as AdminOrder
        }
        kind={kind}
        paper="a5"
        at={0}
        onHeight={() => {}}
      />
    </ShopProvider>,
  );

test.each(['slip', 'receipt'] as const)('BULK-07 the %s of a cancelled order says so', (kind) => {
  expect(printed(kind, 'cancelled')).toContain('>Cancelled<');
  expect(printed(kind, 'pending')).not.toContain('Cancelled');
});

test('BULK-07 only the receipt of an order that was not cancelled says thank you', () => {
  expect(printed('receipt', 'completed')).toContain('Thank you');
  expect(printed('receipt', 'cancelled')).not.toContain('Thank you');
});
