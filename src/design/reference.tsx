import { cn } from './cn.ts';

/** The number of a failure, for telling the shop: one touch marks all of it. */
export function Reference({ id, className }: { id: string; className?: string }) {
  return (
    <p className={cn('text-muted-foreground text-sm', className)}>
      Reference:{' '}
      {/* Of a fault of the page itself server and browser make up their own; the first that was read stays. */}
      <span className="inline-block max-w-full select-all [overflow-wrap:anywhere]" suppressHydrationWarning>
        {id}
      </span>
    </p>
  );
}
