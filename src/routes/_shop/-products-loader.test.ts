import { QueryClient } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { Route } from './products.index.tsx';

// Vitest fails a run in which a rejection was heard by nobody, as Node ends a process for it.
test('a list and its categories that both cannot be read are one failure, and both are heard', async () => {
  const away = (ms: number) => () =>
    new Promise((_, reject) => setTimeout(() => reject(new Error(`away for ${ms}`)), ms));
  const api = { catalog: { listProducts: away(0), listCategories: away(20) } };
  const queryClient = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const load = Route.options.loader as (given: object) => Promise<unknown>;
  await expect(load({ context: { api, queryClient }, deps: {} })).rejects.toThrow('away for 0');
  await new Promise((later) => setTimeout(later, 50));
});
