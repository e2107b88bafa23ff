import { cn } from './cn.ts';

/** Reserves the space of loading content; set its size. */
export function Skeleton({ className }: { className?: string }) {
  return <div aria-hidden="true" className={cn('skeleton', className)} />;
}
