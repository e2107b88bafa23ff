import { useQuery } from '@tanstack/react-query';
import { Images, Plus } from 'lucide-react';
import { useRef, useState } from 'react';
import { Button } from '#design/button.tsx';
import { ConfirmDialog } from '#design/confirm-dialog.tsx';
import { EmptyState } from '#design/empty-state.tsx';
import { ErrorState } from '#design/error-state.tsx';
import { PageHeading } from '#design/page-heading.tsx';
import { Skeleton } from '#design/skeleton.tsx';
import { useOperation } from '#design/use-operation.ts';
import { useApi } from '#shared/api.tsx';
import { codeOf } from '#shared/messages.ts';
import type { SlideEntry } from '../../contract.ts';
import { deleteSlideMessages, deletionAsked, noSlides, refreshFailed, slidesFailed } from '../../messages.ts';
import { allSlidesQuery, type SlideAdminApi, useSlideCache } from './slide-admin.queries.ts';
import { SlideFormDialog } from './slide-form-dialog.tsx';
import { SlidesTable } from './slides-table.tsx';

/** The front page's slides: reorder, show, hide, create, edit and delete. */
export function SlidesScreen() {
  const api = useApi<SlideAdminApi>();
  const { data, error, isFetching, refetch } = useQuery(allSlidesQuery(api));
  const [editing, setEditing] = useState<SlideEntry | 'new'>();
  const [leaving, setLeaving] = useState<SlideEntry>();
  const count = useRef<HTMLParagraphElement>(null);
  const remove = useRemoval(() => {
    setLeaving(undefined);
    // The row that had the focus has been removed.
    count.current?.focus({ preventScroll: true });
  });

  return (
    <div className="grid grid-cols-1 gap-6">
      <PageHeading
        title="Hero Slides"
        lead="What the front page opens with, one after the other."
        actions={
          <Button onClick={() => setEditing('new')} disabled={!data}>
            <Plus aria-hidden="true" />
            Add Slide
          </Button>
        }
      />
      {error ? (
        <ErrorState
          title={data ? refreshFailed : `Error: ${slidesFailed}`}
          error={data ? error : undefined}
          onRetry={() => void refetch()}
          busy={isFetching}
        >
          {data ? 'What you see may be older.' : error.message}
        </ErrorState>
      ) : null}
      {data ? (
        <div className="grid gap-3">
          <p ref={count} tabIndex={-1} aria-live="polite" className="text-muted-foreground">
            {countOf(data.slides)}
          </p>
          {data.slides.length === 0 ? (
            <EmptyState
              icon={<Images />}
              title={noSlides}
              action={<Button onClick={() => setEditing('new')}>Create a slide</Button>}
            />
          ) : (
            <SlidesTable list={data} onEdit={setEditing} onDelete={setLeaving} />
          )}
        </div>
      ) : error ? null : (
        <div role="status" aria-label="Loading slides" className="grid gap-3">
          {['one', 'two', 'three'].map((row) => (
            <Skeleton key={row} className="h-64 sm:h-24" />
          ))}
        </div>
      )}
      {editing && data ? (
        <SlideFormDialog
          key={editing === 'new' ? 'new' : editing.id}
          // A newer version of another staff member is adopted while nothing was typed.
          slide={editing === 'new' ? undefined : (data.slides.find(({ id }) => id === editing.id) ?? editing)}
          count={data.slides.length}
          onClose={() => setEditing(undefined)}
        />
      ) : null}
      <ConfirmDialog
        open={leaving !== undefined}
        onOpenChange={(open) => !open && !remove.isPending && setLeaving(undefined)}
        title={`Delete “${leaving?.title ?? ''}”`}
        description={deletionAsked}
        confirmLabel="Delete"
        busy={remove.isPending}
        onConfirm={() => leaving && !remove.isPending && remove.mutate(leaving.id)}
      />
    </div>
  );
}

function useRemoval(onDone: () => void) {
  const { content } = useApi<SlideAdminApi>();
  const { readAgain } = useSlideCache();
  const done = async () => {
    await readAgain();
    onDone();
  };
  return useOperation({
    mutationFn: (id: string) => content.deleteSlide({ id }),
    messages: deleteSlideMessages,
    onSuccess: () => void done(),
    // Another user deleted it first, with the same result.
    onError: (error) => void (codeOf(error) === 'NOT_FOUND' && done()),
  });
}

function countOf(slides: readonly SlideEntry[]): string {
  if (slides.length === 0) return '';
  const active = slides.filter(({ isActive }) => isActive).length;
  return `${slides.length === 1 ? '1 slide' : `${slides.length} slides`}, ${active} on the front page`;
}
