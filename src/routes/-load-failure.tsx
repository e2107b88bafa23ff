import { useRouter } from '@tanstack/react-router';
import { type ReactNode, useEffect, useState } from 'react';
import { ErrorState } from '#design/error-state.tsx';

/** Shown if a page's data failed to load: the message and 'Try Again'. Logs the error. */
export function LoadFailure({
  error,
  title,
  children = 'The connection may have dropped, or the shop is busy for a moment.',
}: {
  error: unknown;
  title: string;
  children?: ReactNode;
}) {
  const router = useRouter();
  const [busy, setBusy] = useState(false);
  useEffect(() => {
    console.error(title, error);
  }, [title, error]);
  async function retry() {
    setBusy(true);
    try {
      await router.invalidate();
    } finally {
      setBusy(false);
    }
  }
  return (
    <div className="wrap py-12 sm:py-20">
      <h1 className="sr-only">{title}</h1>
      <ErrorState title={title} error={error} onRetry={() => void retry()} busy={busy}>
        {children}
      </ErrorState>
    </div>
  );
}
