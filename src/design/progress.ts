import { useQuery } from '@tanstack/react-query';
import { createContext, useContext } from 'react';

interface Progress {
  written: number;
  /** All rows that are written. */
  total: number;
}
type Read = (key: string, call: { signal: AbortSignal }) => Promise<Progress>;

const Context = createContext<Read | null>(null);

/** Wraps the screens with changes of many rows; `value` reads how far the running one with a key is. */
export const ProgressProvider = Context.Provider;

const INTERVAL_MS = 300;

/** How far the running change with this key is; undefined while it is unknown. */
export function useProgress(key: string | undefined): Progress | undefined {
  const read = useContext(Context);
  const { data } = useQuery({
    queryKey: ['progress', key],
    queryFn: (call) => read!(key!, call),
    enabled: read !== null && key !== undefined,
    refetchInterval: INTERVAL_MS,
    retry: false,
    gcTime: 0,
  });
  return data?.written ? data : undefined;
}
