import { cn } from './cn.ts';

/** The woven edge: the house's divider. `fine` for between sections, plain for the top of a page. */
export function Selvedge({ fine, className }: { fine?: boolean; className?: string }) {
  return (
    <div aria-hidden="true" className={cn('selvedge w-full shrink-0', fine ? 'h-1' : 'h-2', className)} />
  );
}
