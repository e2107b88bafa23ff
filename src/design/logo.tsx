import { cn } from './cn.ts';

/** Three warps and three wefts. The same drawing as public/favicon.svg. */
function Weave({ className }: { className?: string }) {
  return (
    <svg viewBox="0 0 32 32" className={className} aria-hidden="true">
      <path fill="var(--thread-gold)" d="M0 2h32v8H0zM0 12h32v8H0zM0 22h32v8H0z" />
      <path
        fill="var(--thread-indigo)"
        d="M2 0h8v11H2zM2 21h8v11H2zM12 0h8v1h-8zM12 11h8v10h-8zM12 31h8v1h-8zM22 0h8v11h-8zM22 21h8v11h-8zM2 11h8v1H2zM2 20h8v1H2zM22 11h8v1h-8zM22 20h8v1h-8z"
      />
    </svg>
  );
}

/** The shop's wordmark, for the link to the front page. */
export function Logo({ name, className }: { name: string; className?: string }) {
  return (
    <span
      className={cn('inline-flex items-center gap-2.5 font-display text-[1.625rem] leading-none', className)}
    >
      <Weave className="size-[0.95em] shrink-0" />
      {name}
    </span>
  );
}
