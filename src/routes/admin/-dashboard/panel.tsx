import { Link, type LinkProps } from '@tanstack/react-router';
import { type ReactNode, useId } from 'react';
import { SkeletonRows } from '#design/skeleton-rows.tsx';

/** A short list under its heading; shows skeletons while loading. */
export function Panel({
  title,
  to,
  linkText,
  isLoading,
  children,
}: {
  title: string;
  /** The full list. */
  to: LinkProps['to'];
  linkText: string;
  isLoading: boolean;
  children: ReactNode;
}) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="min-w-0">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 border-b pb-2">
        <h2 id={id} className="font-display text-2xl">
          {title}
        </h2>
        <Link to={to} className="link py-2 text-sm">
          {linkText}
        </Link>
      </div>
      {isLoading ? (
        <div className="py-3">
          <SkeletonRows label={`Loading ${title.toLowerCase()}`} count={5} className="h-14" />
        </div>
      ) : (
        children
      )}
    </section>
  );
}
