import type { ReactNode } from 'react';
import { cn } from './cn.ts';

/** The page's h1, a sentence below it, and its actions. */
export function PageHeading({
  title,
  lead,
  actions,
  className,
}: {
  title: ReactNode;
  lead?: ReactNode;
  actions?: ReactNode;
  className?: string;
}) {
  return (
    <header className={cn('flex flex-wrap items-end justify-between gap-x-8 gap-y-4', className)}>
      <div className="grid min-w-0 grid-cols-1 gap-2">
        <h1 className="font-display text-3xl">{title}</h1>
        {lead ? <div className="max-w-prose text-lg text-muted-foreground">{lead}</div> : null}
      </div>
      {actions ? (
        // The command menu offers them too.
        <div data-actions="" className="flex flex-wrap items-center gap-2">
          {actions}
        </div>
      ) : null}
    </header>
  );
}
