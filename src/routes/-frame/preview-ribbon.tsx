import { useRouterState } from '@tanstack/react-router';
import { buttonLook } from '#design/button.tsx';
import { dayText } from '#shared/dates.ts';
import type { Preview } from '#shared/preview.ts';

/** Says at the bottom of every page of a preview which day it shows, with the way to the same page of today. */
export function PreviewRibbon({ preview: { day } }: { preview: Preview }) {
  const href = useRouterState({ select: ({ location }) => location.href });
  return (
    <aside
      aria-label="Preview"
      className="sticky bottom-0 z-20 border-warning border-t-2 bg-warning-soft text-warning"
    >
      <div className="wrap flex items-center justify-between gap-4 py-2">
        <p className="min-w-0">
          <strong className="block sm:inline">
            Preview of{' '}
            <time dateTime={day}>{dayText(day, { weekday: 'short', month: 'short', year: 'numeric' })}</time>
          </strong>{' '}
          <span className="text-sm">Nothing can be ordered here.</span>
        </p>
        {/* A new document: nothing that was read for this day is left. */}
        <a
          href={href}
          className={buttonLook({ variant: 'outline', size: 'sm', className: 'min-h-11 shrink-0' })}
        >
          Shop of today
        </a>
      </div>
    </aside>
  );
}
