import { type ReactNode, useId } from 'react';
import { cn } from './cn.ts';

/** A section of a page with a heading. */
export function Section({
  title,
  className,
  children,
}: {
  title: ReactNode;
  className?: string;
  children: ReactNode;
}) {
  const id = useId();
  return (
    <section aria-labelledby={id} className={cn('wrap py-10 sm:py-16', className)}>
      <h2 id={id} className="mb-5 font-display text-2xl sm:mb-8">
        {title}
      </h2>
      {children}
    </section>
  );
}
