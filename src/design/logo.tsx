import { LOGO } from '#brand/look.ts';
import { cn } from './cn.ts';

function Mark({ className }: { className?: string }) {
  return (
    <svg viewBox="0 0 32 32" className={className} aria-hidden="true">
      {LOGO.map(({ d, fill }) => (
        <path key={d} fill={`var(--${fill})`} d={d} />
      ))}
    </svg>
  );
}

/** The shop's wordmark, for the link to the front page. */
export function Logo({ name, className }: { name: string; className?: string }) {
  return (
    <span
      className={cn('inline-flex items-center gap-2.5 font-display text-[1.625rem] leading-none', className)}
    >
      <Mark className="size-[0.95em] shrink-0" />
      {name}
    </span>
  );
}
