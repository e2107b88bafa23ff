import { useRouter } from '@tanstack/react-router';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { ErrorState } from '#design/error-state.tsx';
import { isOfConnection, notOnDevice } from '#shared/messages.ts';
import { useStoredDocument } from './-frame/use-stored-document.ts';

/** Shown if a page's data failed to load: the message and 'Try Again'. Logs the error. */
export function LoadFailure({
  error,
  title,
  children,
  back,
}: {
  error: unknown;
  title: string;
  children?: ReactNode;
  /** A link that leads back. */
  back?: ReactNode;
}) {
  const router = useRouter();
  const [busy, setBusy] = useState(false);
  const isOffline = isOfConnection(error);
  const isTrying = useStoredDocument(error);
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
  // A page that was waited for opens by itself.
  const latest = useRef(retry);
  latest.current = retry;
  useEffect(() => {
    const again = () => void latest.current();
    addEventListener('online', again);
    return () => removeEventListener('online', again);
  }, []);
  if (isTrying) return <div className="min-h-[70svh]" />;
  return (
    <div className="wrap py-12 sm:py-20">
      <h1 className="sr-only">{title}</h1>
      <ErrorState title={title} error={error} onRetry={() => void retry()} busy={busy}>
        {children ??
          (isOffline
            ? notOnDevice('page')
            : 'The connection may have dropped, or the shop is busy for a moment.')}
      </ErrorState>
      {back}
    </div>
  );
}
