import { cn } from './cn.ts';

/** A loading indicator, without a text. */
export function Spinner({ className }: { className?: string }) {
  return (
    <span className={cn('inline-flex', className)}>
      <svg viewBox="0 0 24 24" fill="none" className="size-[1.25em] animate-spin" aria-hidden="true">
        <circle cx="12" cy="12" r="9" stroke="currentColor" strokeWidth="2.5" opacity=".25" />
        <path d="M21 12a9 9 0 0 0-9-9" stroke="currentColor" strokeWidth="2.5" strokeLinecap="round" />
      </svg>
    </span>
  );
}
