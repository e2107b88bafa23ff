import { keepPreviousData, type UseQueryOptions, useQuery } from '@tanstack/react-query';
import { useState } from 'react';

/**
 * A page of a list. What was there stays: while the next one loads (`busy`), and also when it does not come
 * (`error`). `data` is undefined at the first load alone, and when that failed.
 */
export function useRememberedPage<Data, Key extends readonly unknown[]>(
  options: UseQueryOptions<Data, Error, Data, Key>,
) {
  const { data, error, isFetching, isPlaceholderData, refetch } = useQuery({
    ...options,
    placeholderData: keepPreviousData as never,
  });
  const [last, setLast] = useState(data);
  if (data !== undefined && data !== last) setLast(data);
  return {
    data: data ?? last,
    error,
    /** `data` is of the page before. */
    isPrevious: isPlaceholderData,
    busy: isFetching && (isPlaceholderData || error !== null),
    retry: () => void refetch(),
  };
}
