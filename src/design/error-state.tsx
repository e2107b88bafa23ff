import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import { cn } from './cn.ts';

/** Something could not be loaded: what, and 'Try Again'. Never stands for an empty list. */
export function ErrorState({
  title,
  children,
  onRetry,
  busy,
  className,
}: {
  title: ReactNode;
  children?: ReactNode;
  onRetry?: () => void;
  busy?: boolean;
  className?: string;
}) {
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
    </div>
  );
}
