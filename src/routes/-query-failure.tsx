import { useEffect } from 'react';
import { ErrorState } from '#design/error-state.tsx';
import type { Message } from '#shared/messages.ts';

/**
 * Shown above a page whose query failed; logs the error. `session` is that of a page that requires one: if it could not
 * be loaded, 'Try Again' loads it.
 */
export function QueryFailure({
  query: { error, isFetching, refetch },
  session,
  message: { title, description },
  className,
}: {
  query: { error: unknown; isFetching: boolean; refetch: () => unknown };
  session?: { failed: boolean; retry: () => void };
  message: Message;
  className: string;
}) {
  useEffect(() => {
    if (error) console.error(title, error);
  }, [title, error]);
  return (
    <ErrorState
      title={title}
      error={error}
      onRetry={session?.failed ? session.retry : () => void refetch()}
      busy={isFetching}
      className={className}
    >
      {description}
    </ErrorState>
  );
}
