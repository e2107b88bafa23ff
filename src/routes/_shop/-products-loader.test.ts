import { QueryClient } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { Route } from './products.index.tsx';

// Vitest fails a run with an unhandled rejection, as Node ends a process for it.
test('if both a list and its categories fail to load it is one error, and both rejections are handled', async () => {
  const away = (ms: number) => () =>
    new Promise((_, reject) => setTimeout(() => reject(new Error(`away for ${ms}`)), ms));
  const api = { catalog: { listProducts: away(0), categoryMenu: away(20) } };
  const queryClient = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const load = Route.options.loader as (given: object) => Promise<unknown>;
  await expect(load({ context: { api, queryClient }, deps: {} })).rejects.toThrow('away for 0');
  await new Promise((later) => setTimeout(later, 50));
});
