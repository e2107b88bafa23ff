import type { ReactNode } from 'react';
import { codeOf, SIGNED_OUT } from '#shared/messages.ts';
import { referenceOf } from '#shared/reference.ts';
import { Button } from './button.tsx';
import { cn } from './cn.ts';
import { Reference } from './reference.tsx';

/**
 * A failed load, with 'Try Again'. Never replaces an empty list. `error` is passed if its message is not
 * shown, for the reference it may contain, and because a session that ended needs other words than `children`.
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
  const description = codeOf(error) === 'SIGN_IN_REQUIRED' ? SIGNED_OUT : children;
  return (
    <div
      role="alert"
      className={cn('flex flex-col items-start gap-3 border-danger border-l-4 bg-danger-soft p-4', className)}
    >
      <p className="font-semibold">{title}</p>
      {description ? <div>{description}</div> : null}
      {onRetry ? (
        <Button variant="outline" busy={busy} onClick={onRetry}>
          Try Again
        </Button>
      ) : null}
      {reference ? <Reference id={reference} /> : null}
    </div>
  );
}
