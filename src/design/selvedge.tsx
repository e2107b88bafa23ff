import { cn } from './cn.ts';

/** The woven divider: `fine` between sections, plain at the top of a page. */
export function Selvedge({ fine, className }: { fine?: boolean; className?: string }) {
  return (
    <div aria-hidden="true" className={cn('selvedge w-full shrink-0', fine ? 'h-1' : 'h-2', className)} />
  );
}
