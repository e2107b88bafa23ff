import { useQuery } from '@tanstack/react-query';
import { createContext, useContext } from 'react';

type Read = (key: string, call: { signal: AbortSignal }) => Promise<{ written: number }>;

const Context = createContext<Read | null>(null);

/** Wraps the screens with changes of many rows; `value` reads how many rows the running one with a key wrote. */
export const ProgressProvider = Context.Provider;

const INTERVAL_MS = 300;

/** How many rows the running change with this key wrote so far; 0 while it is unknown. */
export function useWritten(key: string | undefined): number {
  const read = useContext(Context);
  const { data } = useQuery({
    queryKey: ['progress', key],
    queryFn: (call) => read!(key!, call),
    enabled: read !== null && key !== undefined,
    refetchInterval: INTERVAL_MS,
    retry: false,
    gcTime: 0,
  });
  return data?.written ?? 0;
}
