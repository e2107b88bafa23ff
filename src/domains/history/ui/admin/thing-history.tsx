import { ChevronRight } from 'lucide-react';
import { type ComponentProps, useId, useState } from 'react';
import { Button } from '#design/button.tsx';
import { cn } from '#design/cn.ts';
import { BusyLine } from '#design/data-table.tsx';
import { ErrorState } from '#design/error-state.tsx';
import { Pagination } from '#design/pagination.tsx';
import { SkeletonRows } from '#design/skeleton-rows.tsx';
import { useKeptFocus } from '#design/use-kept-focus.ts';
import { useRememberedPage } from '#design/use-remembered-page.ts';
import type { ThingKind } from '#shared/thing-kinds.ts';
import type { ChangeSet } from '../../contract.ts';
import { historyFailed } from '../../messages.ts';
import { ByLine, isUndone } from './by-line.tsx';
import { ChangeSetRows } from './change-set-rows.tsx';
import { thingHistoryQuery, useHistoryApi } from './history.queries.ts';
import { useAskUndo } from './history-undo.tsx';

/** The history of one thing, newest first: a closed section, which is loaded when it is opened. */
export function ThingHistory({
  kind,
  id,
  heading: Heading = 'h3',
  className,
}: {
  kind: ThingKind;
  id: string;
  /** 'h2' directly below the heading of a page. */
  heading?: 'h2' | 'h3';
  className?: string;
}) {
  const [isOpen, setOpen] = useState(false);
  const content = useId();
  return (
    <section aria-label="History" className={cn('border-t pt-2', className)}>
      <Heading>
        <button
          type="button"
          aria-expanded={isOpen}
          aria-controls={isOpen ? content : undefined}
          onClick={() => setOpen(!isOpen)}
          className="flex min-h-11 w-full items-center gap-2 text-left font-semibold"
        >
          <ChevronRight
            aria-hidden="true"
            className={cn('size-5 shrink-0 transition-transform', isOpen && 'rotate-90')}
          />
          History
        </button>
      </Heading>
      {isOpen ? (
        <div id={content} className="pt-2">
          <Sets kind={kind} id={id} />
        </div>
      ) : null}
    </section>
  );
}

function Sets({ kind, id }: { kind: ThingKind; id: string }) {
  const [page, setPage] = useState(1);
  const { data, error, busy, retry } = useRememberedPage(thingHistoryQuery(useHistoryApi(), id, page));
  const keptFocus = useKeptFocus<HTMLDivElement>();
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for the fields of a form.
    <div role="group" aria-label="Changes" className="relative grid grid-cols-1 gap-3" {...keptFocus}>
      {error ? (
        <ErrorState title={historyFailed.title} error={error} onRetry={retry} busy={busy}>
          {historyFailed.description}
        </ErrorState>
      ) : null}
      <BusyLine busy={busy} />
      {data ? (
        <>
          {data.items.length === 0 ? (
            <p className="text-muted-foreground">No change of this {kind} is in the history.</p>
          ) : null}
          <ul className="grid grid-cols-1">
            {data.items.map((set) => (
              <SetItem key={set.id} set={set} kind={kind} thing={id} />
            ))}
          </ul>
          <Pagination
            page={data.page}
            pageCount={data.pageCount}
            renderLink={(to, { rel: _, activeOptions: __, ...button }) => (
              <button type="button" onClick={() => setPage(to)} {...button} />
            )}
          />
        </>
      ) : error ? null : (
        <SkeletonRows label="Loading the history" count={2} className="h-16" />
      )}
    </div>
  );
}

const SetButton = (props: ComponentProps<typeof Button>) => (
  <Button variant="link" className="min-h-11 text-sm" {...props} />
);

function SetItem({ set, kind, thing }: { set: ChangeSet; kind: ThingKind; thing: string }) {
  const [isOpen, setOpen] = useState(false);
  const askUndo = useAskUndo();
  return (
    <li className="border-b py-2 last:border-0">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-1">
        <div className="min-w-0 grow basis-60">
          <p className="[overflow-wrap:anywhere]">{set.summary}</p>
          <ByLine set={set} />
        </div>
        <div className="flex gap-6">
          <SetButton
            aria-expanded={isOpen}
            aria-label={`${isOpen ? 'Hide' : 'Show'}: ${set.summary}`}
            onClick={() => setOpen(!isOpen)}
          >
            {isOpen ? 'Hide' : 'Show'}
          </SetButton>
          {isUndone(set) ? null : (
            <SetButton aria-label={`Undo: ${set.summary}`} onClick={() => askUndo(set.id)}>
              Undo
            </SetButton>
          )}
        </div>
      </div>
      {/* A promotion's history has the products that joined it. */}
      {isOpen ? <ChangeSetRows id={set.id} thing={kind === 'promotion' ? undefined : thing} /> : null}
    </li>
  );
}
