import { createContext, type ReactNode, useContext } from 'react';

const ApiContext = createContext<unknown>(null);

/** Provides the typed client to all screens below. Rendered by the root. */
export function ApiProvider({ api, children }: { api: unknown; children: ReactNode }) {
  return <ApiContext value={api}>{children}</ApiContext>;
}

/**
 * The API client, with the type the calling domain declares: `useApi<{ orders: OrdersClient }>().orders`. Code
 * outside `app` does not import the whole contract.
 */
export function useApi<T>(): T {
  const api = useContext(ApiContext);
  if (!api) throw new Error('useApi outside of ApiProvider');
  return api as T;
}
