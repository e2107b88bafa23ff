import { Link, type LinkProps } from '@tanstack/react-router';
import { Skeleton } from '#design/skeleton.tsx';
import { formatCount } from '#shared/plural.ts';

export interface Figure {
  label: string;
  query: { isError: boolean };
  /** Undefined while loading, and if the query failed. */
  value: number | undefined;
  /** To what it counts. */
  link: LinkProps;
}

/** The shop's key figures; each links to what it counts. */
export function Numbers({ figures }: { figures: readonly Figure[] }) {
  return (
    <ul className="grid grid-cols-2 gap-px border bg-border sm:flex sm:flex-wrap">
      {figures.map(({ label, query, value, link }) => (
        // On a phone, an odd last one fills its row.
        <li key={label} className="bg-card last:odd:col-span-2 sm:grow">
          <Link {...link} className="grid h-full content-between gap-1 p-4 hover:bg-muted sm:px-6 sm:py-5">
            <span className="text-muted-foreground text-sm">{label}</span>
            {value === undefined && !query.isError ? (
              <Skeleton className="h-9 w-16 sm:h-11" />
            ) : (
              <span className="font-display text-3xl tabular-nums leading-none">
                {value === undefined ? <Unknown /> : formatCount(value)}
              </span>
            )}
          </Link>
        </li>
      ))}
    </ul>
  );
}

function Unknown() {
  return (
    <>
      <span aria-hidden="true">–</span>
      <span className="sr-only">not known</span>
    </>
  );
}
