import type { ReactNode } from 'react';
import { referenceOf } from '#shared/reference.ts';
import { Button } from './button.tsx';
import { cn } from './cn.ts';
import { Reference } from './reference.tsx';

/**
 * Something could not be loaded: what, and 'Try Again'. Never stands for an empty list. `error` is given where its own
 * words are not shown, for the reference that may be in them.
 */
export function ErrorState({
  title,
  children,
  error,
  onRetry,
  busy,
  className,
}: {
  title: ReactNode;
  children?: ReactNode;
  error?: unknown;
  onRetry?: () => void;
  busy?: boolean;
  className?: string;
}) {
  const reference = referenceOf(error);
  return (
    <div
      role="alert"
      className={cn('flex flex-col items-start gap-3 border-danger border-l-4 bg-danger-soft p-4', className)}
    >
      <p className="font-semibold">{title}</p>
      {children ? <div>{children}</div> : null}
      {onRetry ? (
        <Button variant="outline" busy={busy} onClick={onRetry}>
          Try Again
        </Button>
      ) : null}
      {reference ? <Reference id={reference} /> : null}
    </div>
  );
}
