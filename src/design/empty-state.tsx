import type { ReactNode } from 'react';
import { cn } from './cn.ts';

/** An empty list, with a link to continue. */
export function EmptyState({
  icon,
  title,
  children,
  action,
  heading: Heading = 'h2',
  className,
}: {
  icon?: ReactNode;
  title: ReactNode;
  children?: ReactNode;
  action?: ReactNode;
  /** 'h1' if it is the page's only content. */
  heading?: 'h1' | 'h2';
  className?: string;
}) {
  return (
    <div className={cn('flex flex-col items-center gap-3 px-4 py-14 text-center', className)}>
      {icon ? (
        <span aria-hidden="true" className="text-gold [&_svg]:size-10 [&_svg]:stroke-[1.25]">
          {icon}
        </span>
      ) : (
        <span aria-hidden="true" className="selvedge h-2 w-23" />
      )}
      <Heading className="font-display text-2xl">{title}</Heading>
      {children ? <div className="max-w-prose text-muted-foreground">{children}</div> : null}
      {action ? <div className="mt-3">{action}</div> : null}
    </div>
  );
}
