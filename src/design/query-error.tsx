import type { ReactNode } from 'react';
import { ErrorState } from './error-state.tsx';

/** Why a query failed, with 'Try Again'; nothing if it did not. */
export const QueryError = ({
  query,
  title,
  description,
}: {
  query: { error: unknown; isFetching: boolean; refetch: () => unknown };
  title: string;
  description?: ReactNode;
}) =>
  // What is not read here does not render the caller again.
  query.error ? (
    <ErrorState
      title={title}
      error={query.error}
      onRetry={() => void query.refetch()}
      busy={query.isFetching}
    >
      {description}
    </ErrorState>
  ) : null;
