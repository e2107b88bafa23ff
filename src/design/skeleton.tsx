import { cn } from './cn.ts';

/** Holds a thing's place while it loads; give it the thing's size. */
export function Skeleton({ className }: { className?: string }) {
  return <div aria-hidden="true" className={cn('skeleton', className)} />;
}
