import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { PresenceProvider } from '#design/presence.tsx';
import type { ShopInfo } from '#shared/shop.ts';
import { ShopProvider } from '#shared/shop-context.tsx';
import type { CalendarPromotion } from '../../contract.ts';
import { Timeline } from './timeline.tsx';
import type { PromotionDates } from './use-promotion-dates.ts';

const promotion = (id: string) => ({
  ...{ id, code: id, name: id, promotionType: 'percentage', promotionValue: 10, overlaps: [] },
  ...{ startDate: '2026-11-23', endDate: '2026-12-06' },
});

test('COLLAB-01 who has a promotion open is in its row of the calendar', () => {
  const promotions = [promotion('ADIRE10'), promotion('DETTY15')] as unknown as CalendarPromotion[];
  const weeks = { from: '2026-11-23', today: '2026-11-25', planned: [], specialDays: [], hasMore: false };
  const othersAt = (kind: string, id: string) =>
    kind === 'promotion' && id === 'DETTY15' ? [{ name: 'Ada', isTyping: false }] : [];
  const moving: Partial<PromotionDates> = { datesOf: (shown) => shown };
  const html = renderToStaticMarkup(
    <ShopProvider shop={{ currency: 'NGN' } as ShopInfo}>
      <PresenceProvider value={{ othersAt, report: () => {} }}>
        <Timeline calendar={{ ...weeks, promotions }} moving={moving as PromotionDates} onOpen={() => {}} />
      </PresenceProvider>
    </ShopProvider>,
  );
  const rows = [...html.matchAll(/<li data-promotion="(.*?)".*?<\/li>/g)];
  expect(rows.map(([row, code]) => [code, /Ada\s+is here/.test(row.replace(/<[^>]+>/g, ' '))])).toEqual([
    ['ADIRE10', false],
    ['DETTY15', true],
  ]);
});
