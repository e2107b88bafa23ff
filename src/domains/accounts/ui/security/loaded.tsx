import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ErrorState } from '#design/error-state.tsx';

/** The content of a section once its data is loaded; before that `loading`, or why it could not be loaded. */
export function Loaded<Data>({
  query: { data, error, isError, isFetching, refetch },
  failed = 'This could not be loaded',
  loading,
  children,
}: {
  query: UseQueryResult<Data>;
  failed?: string;
  loading: ReactNode;
  children: (data: Data) => ReactNode;
}) {
  if (data !== undefined) return children(data);
  if (!isError) return loading;
  return (
    <ErrorState title={failed} error={error} onRetry={() => void refetch()} busy={isFetching}>
      Please check your connection.
    </ErrorState>
  );
}
