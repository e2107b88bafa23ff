import { Pencil, Trash2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { Badge } from '#design/badge.tsx';
import { BreakableText } from '#design/breakable-text.tsx';
import { cn } from '#design/cn.ts';
import { IconButton } from '#design/icon-button.tsx';
import { Image } from '#design/image.tsx';
import { PresenceBadge } from '#design/presence.tsx';
import { type SortableControls, SortableList } from '#design/sortable-list.tsx';
import { Switch } from '#design/switch.tsx';
import { useReordering } from '#design/use-reordering.ts';
import { useSwitch } from '#design/use-switch.ts';
import { useApi } from '#shared/api.tsx';
import { type Placed, reordered } from '#shared/places.ts';
import type { SlideEntry, SlideList } from '../../contract.ts';
import { reorderSlidesMessages, setSlideActiveMessages, slideSwitched } from '../../messages.ts';
import { previewOf, SMALL_PREVIEW_LENGTH } from '../../preview.ts';
import { type SlideAdminApi, useSlideCache } from './slide-admin.queries.ts';

/** A table has that of the button from 1280 px on only. */
const HEADERS = ['Order', 'Image', 'Title', 'Button', 'Status', 'Actions'];

const ascending = (slides: readonly SlideEntry[], places: readonly Placed[]): SlideEntry[] => {
  const placed = new Map(places.map(({ id, displayOrder }) => [id, displayOrder]));
  return slides
    .map((slide) => ({ ...slide, displayOrder: placed.get(slide.id) ?? slide.displayOrder }))
    .sort((a, b) => a.displayOrder - b.displayOrder);
};

/** The slides in order, reordered by dragging or by buttons. Below 768 px each is a card. */
export function SlidesTable({
  list,
  onEdit,
  onDelete,
}: {
  list: SlideList;
  onEdit: (slide: SlideEntry) => void;
  onDelete: (slide: SlideEntry) => void;
}) {
  const { content } = useApi<SlideAdminApi>();
  const cache = useSlideCache();
  const { places, reorder } = useReordering({
    list,
    messages: reorderSlidesMessages,
    send: (order) => content.reorderSlides(order),
    inOrder: (list, order) => ({ ...list, slides: ascending(list.slides, order) }),
    cache,
  });
  const turn = useSwitch({
    send: (input: { id: string; isActive: boolean; shown: boolean }) => content.setSlideActive(input),
    messages: setSlideActiveMessages,
    successMessage: ({ isActive, overtaken }) => slideSwitched(isActive, overtaken),
    reload: cache.readAgain,
  });
  const slides = places ? ascending(list.slides, places) : list.slides;
  const values = slides.map(({ displayOrder }) => displayOrder);

  return (
    <SortableList
      items={slides}
      idOf={({ id }) => id}
      nameOf={({ title }) => title}
      label="Slides"
      onReorder={(ids) => reorder(reordered(ids, values))}
      className="grid grid-cols-[6.75rem_minmax(0,1fr)_auto] gap-x-2 border bg-card px-3 py-1.5 md:table-row md:border-0 md:border-b md:bg-transparent"
      table={(rows) => (
        <table className="block w-full border-collapse md:table">
          <caption className="sr-only">Slides</caption>
          <thead className="sr-only md:not-sr-only md:table-header-group">
            <tr className="border-b text-left">
              {HEADERS.map((header) => (
                <th
                  key={header}
                  scope="col"
                  className={cn(
                    'px-3 py-2 font-semibold text-muted-foreground text-sm first:pl-0 last:pr-0',
                    header === 'Button' && 'md:max-xl:hidden',
                  )}
                >
                  {header}
                </th>
              ))}
            </tr>
          </thead>
          <tbody className="grid gap-2 md:table-row-group">{rows}</tbody>
        </table>
      )}
    >
      {(slide, controls) => (
        <SlideCells
          slide={slide}
          controls={controls}
          busy={turn.isPending && turn.variables?.id === slide.id}
          onSwitch={(isActive) => turn.mutate({ id: slide.id, isActive, shown: slide.isActive })}
          onEdit={() => onEdit(slide)}
          onDelete={() => onDelete(slide)}
        />
      )}
    </SortableList>
  );
}

function SlideCells({
  slide,
  controls,
  busy,
  onSwitch,
  onEdit,
  onDelete,
}: {
  slide: SlideEntry;
  controls: SortableControls;
  busy: boolean;
  onSwitch: (isActive: boolean) => void;
  onEdit: () => void;
  onDelete: () => void;
}) {
  const { id, title, description, buttonText, buttonLink, displayOrder, isActive, image } = slide;
  return (
    <>
      {/* On a card, the last line, with the actions. */}
      <Cell className="order-1 col-span-2 md:w-44">
        <span className="flex items-center md:gap-1">
          <span className="flex items-center max-md:-ml-3">
            {controls.grip}
            <span className="min-w-6 text-center tabular-nums">
              <span className="sr-only">Order </span>
              {displayOrder}
            </span>
          </span>
          {controls.buttons}
        </span>
      </Cell>
      <Cell className="max-md:pt-1 md:w-36">
        {image ? (
          <Image
            image={image}
            alt=""
            sizes="(min-width: 48rem) 8rem, 7rem"
            className={cn('aspect-video w-full object-cover md:w-32', !isActive && 'opacity-60')}
          />
        ) : (
          <span className="flex aspect-video w-full items-center justify-center bg-muted text-muted-foreground text-sm md:w-32">
            No image
          </span>
        )}
      </Cell>
      <Cell className="col-span-2 row-span-2">
        <p title={title} className="line-clamp-2 font-semibold max-md:leading-5">
          {title}
        </p>
        <PresenceBadge kind="slide" id={id} />
        <p className="text-muted-foreground text-sm">
          <span className="md:hidden">{previewOf(description, SMALL_PREVIEW_LENGTH)}</span>
          <span className="hidden md:inline">{previewOf(description)}</span>
        </p>
        {/* One line of what a wide table has a column for. */}
        <p className="wrap-anywhere text-sm max-md:truncate md:line-clamp-2 xl:hidden">
          {buttonText} → {buttonLink}
        </p>
      </Cell>
      <Cell className="max-md:hidden md:max-xl:hidden md:w-48">
        <p>{buttonText}</p>
        <p className="text-muted-foreground text-sm">
          <BreakableText>{buttonLink}</BreakableText>
        </p>
      </Cell>
      <Cell className="md:w-24">
        <span className="inline-flex items-center gap-1.5 md:flex-col md:items-start md:gap-1">
          <Switch
            checked={isActive}
            onCheckedChange={onSwitch}
            label={`${title} is active`}
            hideLabel
            busy={busy}
          />
          <Badge variant={isActive ? 'success' : 'neutral'}>{isActive ? 'Active' : 'Hidden'}</Badge>
        </span>
      </Cell>
      <Cell className="order-1 md:w-28">
        <span className="flex justify-end md:justify-start md:gap-1">
          <IconButton label={`Edit ${title}`} title="Edit" onClick={onEdit}>
            <Pencil aria-hidden="true" />
          </IconButton>
          <IconButton label={`Delete ${title}`} title="Delete" onClick={onDelete} className="text-danger">
            <Trash2 aria-hidden="true" />
          </IconButton>
        </span>
      </Cell>
    </>
  );
}

function Cell({ className, children }: { className?: string; children: ReactNode }) {
  return (
    <td className={cn('min-w-0 md:px-3 md:py-3 md:align-middle md:last:pr-0 md:first:pl-0', className)}>
      {children}
    </td>
  );
}
