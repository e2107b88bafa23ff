import { type ReactNode, useId } from 'react';
import { Skeleton } from '#design/skeleton.tsx';

/** Keys of the skeleton rows. */
const PLACES = ['first', 'second', 'third', 'fourth', 'fifth'];

/** A short list under its heading; shows `rows` skeletons while loading, nothing if it failed. */
export function Panel({
  title,
  link,
  isLoading,
  children,
}: {
  title: string;
  /** A link to the full list. */
  link: ReactNode;
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
        {link}
      </div>
      {isLoading ? (
        <div className="grid gap-3 py-3">
          {PLACES.map((place) => (
            <Skeleton key={place} className="h-14" />
          ))}
        </div>
      ) : (
        children
      )}
    </section>
  );
}
