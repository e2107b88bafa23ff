import { type ReactNode, useId } from 'react';
import { cn } from '#design/cn.ts';

/** A section of an order's or a customer's page. */
export function Part({
  title,
  className,
  children,
}: {
  title: string;
  className?: string;
  children: ReactNode;
}) {
  const id = useId();
  return (
    <section aria-labelledby={id} className={cn('min-w-0', className)}>
      <h2 id={id} className="mb-3 font-display text-2xl">
        {title}
      </h2>
      {children}
    </section>
  );
}
