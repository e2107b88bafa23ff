import type { ReactNode } from 'react';
import { Skeleton } from '#design/skeleton.tsx';
import { VisuallyHidden } from '#design/visually-hidden.tsx';

export interface Figure {
  label: string;
  /** Undefined while loading, null if it failed. */
  value: number | null | undefined;
  renderLink: (className: string, children: ReactNode) => ReactNode;
}

/** The shop's key figures; each links to what it counts. */
export function Numbers({ figures }: { figures: readonly Figure[] }) {
  return (
    <ul className="grid grid-cols-2 gap-px border bg-border sm:flex sm:flex-wrap">
      {figures.map(({ label, value, renderLink }) => (
        // On a phone, an odd last one fills its row.
        <li key={label} className="bg-card last:odd:col-span-2 sm:grow">
          {renderLink(
            'grid h-full content-between gap-1 p-4 hover:bg-muted sm:px-6 sm:py-5',
            <>
              <span className="text-muted-foreground text-sm">{label}</span>
              {value === undefined ? (
                <Skeleton className="h-9 w-16 sm:h-11" />
              ) : (
                <span className="font-display text-3xl tabular-nums leading-none">
                  {value === null ? <Unknown /> : value.toLocaleString('en')}
                </span>
              )}
            </>,
          )}
        </li>
      ))}
    </ul>
  );
}

function Unknown() {
  return (
    <>
      <span aria-hidden="true">–</span>
      <VisuallyHidden>not known</VisuallyHidden>
    </>
  );
}
