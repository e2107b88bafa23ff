import { createContext, type ReactNode, useContext } from 'react';

const ApiContext = createContext<unknown>(null);

/** Hands the typed client to every screen below. The root puts it there. */
export function ApiProvider({ api, children }: { api: unknown; children: ReactNode }) {
  return <ApiContext value={api}>{children}</ApiContext>;
}

/**
 * The API client, as far as the asking domain names it: `useApi<{ orders: OrdersClient }>().orders`.
 * Nobody below `app` sees the whole contract.
 */
export function useApi<T>(): T {
  const api = useContext(ApiContext);
  if (!api) throw new Error('useApi outside of ApiProvider');
  return api as T;
}
