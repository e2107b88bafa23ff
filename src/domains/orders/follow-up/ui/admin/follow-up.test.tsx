import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { ApiProvider } from '#shared/api.tsx';
import type { AdminOrder } from '../../../contract.ts';
import { HandoverActions } from './follow-up.tsx';

const buttonsOf = (order: Partial<AdminOrder>) => {
  const html = renderToStaticMarkup(
    <QueryClientProvider client={new QueryClient()}>
      <ApiProvider api={{ orders: {} }}>
        <HandoverActions
          order={{ status: 'pending', userId: 'a', confirmedAt: null, ...order } as AdminOrder}
        />
      </ApiProvider>
    </QueryClientProvider>,
  );
  return [...html.matchAll(/<button.*?<\/button>/g)].map(([button]) => button.replace(/<[^>]+>/g, ''));
};

test('HAND-01 an order whose account was deleted is confirmed, and its customer is not reminded', () => {
  expect(buttonsOf({})).toEqual(['They wrote to us', 'Remind the customer']);
  expect(buttonsOf({ userId: null })).toEqual(['They wrote to us']);
  expect(buttonsOf({ status: 'completed' })).toEqual([]);
  expect(buttonsOf({ confirmedAt: '2026-03-02T09:00:00Z' })).toEqual([]);
});
