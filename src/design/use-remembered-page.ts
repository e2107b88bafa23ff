import { keepPreviousData, type UseQueryOptions, useQuery } from '@tanstack/react-query';
import { useState } from 'react';

/**
 * A page of a list. The previous data stays while the next page loads (`busy`) and if it fails (`error`).
 * `data` is undefined only during the first load, or if that failed.
 */
export function useRememberedPage<Data, Key extends readonly unknown[]>(
  options: UseQueryOptions<Data, Error, Data, Key>,
) {
  const { data, error, isFetching, isPlaceholderData, refetch } = useQuery({
    ...options,
    placeholderData: keepPreviousData,
  });
  const [last, setLast] = useState(data);
  if (data !== undefined && data !== last) setLast(data);
  return {
    data: data ?? last,
    error,
    /** `data` is of the previous page: the next one loads, or failed. */
    isPrevious: isPlaceholderData || (data === undefined && last !== undefined),
    busy: isFetching && (isPlaceholderData || error !== null),
    retry: () => void refetch(),
  };
}
