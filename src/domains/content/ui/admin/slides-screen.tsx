import { useQuery } from '@tanstack/react-query';
import { Images } from 'lucide-react';
import { useRef, useState } from 'react';
import { Button } from '#design/button.tsx';
import { ConfirmDialog } from '#design/confirm-dialog.tsx';
import { EmptyState } from '#design/empty-state.tsx';
import { lazyDialog } from '#design/lazy-component.tsx';
import { OrderedListScreen } from '#design/ordered-list-screen.tsx';
import { useDeletion } from '#design/use-deletion.ts';
import { useApi } from '#shared/api.tsx';
import { plural } from '#shared/plural.ts';
import type { SlideEntry } from '../../contract.ts';
import { deleteSlideMessages, deletionAsked, noSlides, refreshFailed, slidesFailed } from '../../messages.ts';
import { allSlidesQuery, type SlideAdminApi, useSlideCache } from './slide-admin.queries.ts';
import { SlidesTable } from './slides-table.tsx';

const SlideFormDialog = lazyDialog(async () => (await import('./slide-form-dialog.tsx')).SlideFormDialog);

/** The front page's slides: reorder, show, hide, create, edit and delete. */
export function SlidesScreen() {
  const api = useApi<SlideAdminApi>();
  const { readAgain } = useSlideCache();
  const [editing, setEditing] = useState<SlideEntry | 'new'>();
  const [deleting, setDeleting] = useState<SlideEntry>();
  const count = useRef<HTMLParagraphElement>(null);
  const remove = useDeletion({
    send: (id) => api.content.deleteSlide({ id }),
    messages: deleteSlideMessages,
    reload: readAgain,
    onDone: () => {
      setDeleting(undefined);
      count.current?.focus({ preventScroll: true });
    },
  });

  return (
    <OrderedListScreen
      title="Hero Slides"
      lead="What the front page opens with, one after the other."
      query={useQuery(allSlidesQuery(api))}
      failed={slidesFailed}
      refreshFailed={refreshFailed}
      addLabel="Add Slide"
      onAdd={() => setEditing('new')}
      count={({ slides }) => countOf(slides)}
      countRef={count}
      skeletonLook="h-64 sm:h-24"
    >
      {(list) => (
        <>
          {list.slides.length === 0 ? (
            <EmptyState
              icon={<Images />}
              title={noSlides}
              action={<Button onClick={() => setEditing('new')}>Create a slide</Button>}
            />
          ) : (
            <SlidesTable list={list} onEdit={setEditing} onDelete={setDeleting} />
          )}
          {editing ? (
            <SlideFormDialog
              key={editing === 'new' ? 'new' : editing.id}
              // A newer version of another staff member is adopted while nothing was typed.
              slide={
                editing === 'new' ? undefined : (list.slides.find(({ id }) => id === editing.id) ?? editing)
              }
              count={list.slides.length}
              onClose={() => setEditing(undefined)}
            />
          ) : null}
          <ConfirmDialog
            open={deleting !== undefined}
            onOpenChange={(open) => !open && setDeleting(undefined)}
            title={`Delete “${deleting?.title ?? ''}”`}
            description={deletionAsked}
            confirmLabel="Delete"
            busy={remove.isPending}
            onConfirm={() => deleting && remove.mutate(deleting.id)}
          />
        </>
      )}
    </OrderedListScreen>
  );
}

function countOf(slides: readonly SlideEntry[]): string {
  if (slides.length === 0) return '';
  const active = slides.filter(({ isActive }) => isActive).length;
  return `${plural(slides.length, 'slide')}, ${active} on the front page`;
}
