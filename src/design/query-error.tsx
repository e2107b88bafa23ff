import type { ReactNode } from 'react';
import { ErrorState } from './error-state.tsx';

/** Why a query failed, with 'Try Again'; nothing if it did not. */
export const QueryError = ({
  query: { error, isFetching, refetch },
  title,
  description,
}: {
  query: { error: unknown; isFetching: boolean; refetch: () => unknown };
  title: string;
  description?: ReactNode;
}) =>
  error ? (
    <ErrorState title={title} error={error} onRetry={() => void refetch()} busy={isFetching}>
      {description}
    </ErrorState>
  ) : null;
