import { Slot } from 'radix-ui';
import type { ReactElement } from 'react';
import { cn } from './cn.ts';

/** A link in a group, one of which is current: `<Chip current><Link …>Agbada</Link></Chip>`. */
export function Chip({
  current,
  className,
  children,
}: {
  current?: boolean;
  className?: string;
  children: ReactElement;
}) {
  return (
    <Slot.Root
      aria-current={current ? 'true' : undefined}
      className={cn(
        'inline-flex min-h-11 w-max max-w-64 shrink-0 items-center rounded-sm border px-4 text-sm transition-colors',
        current
          ? 'border-transparent bg-primary font-semibold text-primary-foreground'
          : // A tap is seen before the list has changed: touch screens have no hover.
            'border-border bg-card hover:border-foreground focus:border-foreground focus:bg-muted',
        className,
      )}
    >
      {children}
    </Slot.Root>
  );
}
