import {
  type Announcements,
  closestCenter,
  DndContext,
  KeyboardSensor,
  PointerSensor,
  useSensor,
  useSensors,
} from '@dnd-kit/core';
import {
  arrayMove,
  rectSortingStrategy,
  SortableContext,
  sortableKeyboardCoordinates,
  useSortable,
  verticalListSortingStrategy,
} from '@dnd-kit/sortable';
import { ArrowDown, ArrowLeft, ArrowRight, ArrowUp, GripVertical } from 'lucide-react';
import { type ReactNode, type RefObject, useEffect, useRef } from 'react';
import { Button } from './button.tsx';
import { cn } from './cn.ts';

/** The props of an item: its drag handle, and buttons that move it without dragging. */
export interface SortableControls {
  grip: ReactNode;
  buttons: ReactNode;
}

/**
 * A list that is reordered by dragging handles, by keyboard (space, arrows, space), or by buttons. Moves are
 * announced. `onReorder` gets all ids in the new order and the id that moved.
 */
export function SortableList<Item>({
  items,
  idOf,
  nameOf,
  onReorder,
  layout = 'rows',
  label,
  className,
  table,
  children,
}: {
  items: readonly Item[];
  idOf: (item: Item) => string;
  /** The item's name in announcements. */
  nameOf: (item: Item) => string;
  onReorder: (ids: string[], moved: string) => void;
  /** 'grid' for tiles side by side. */
  layout?: 'rows' | 'grid';
  label: string;
  className?: string;
  /** Renders the table around the rows; `children` render their cells. Without it: a list. */
  table?: (rows: ReactNode) => ReactNode;
  children: (item: Item, controls: SortableControls) => ReactNode;
}) {
  const status = useRef<HTMLParagraphElement>(null);
  const isPickedUp = useRef(false);
  const sensors = useSensors(
    // Scrolling must not drag: only the handle starts it, after a few pixels.
    useSensor(PointerSensor, { activationConstraint: { distance: 6 } }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  );
  const ids = items.map(idOf);
  const names = new Map(items.map((item) => [idOf(item), nameOf(item)]));
  const announced = useRef<{ id: string; from: number; to: number; isThere: boolean }>(undefined);
  // It goes back where the order could not be saved, or was undone.
  useEffect(() => {
    if (!announced.current) return;
    const { id, from, to, isThere } = announced.current;
    const now = ids.indexOf(id);
    if (now === to) announced.current.isThere = true;
    else if (isThere) {
      announced.current = undefined;
      if (status.current && now === from) status.current.textContent = placed(names, id, now, ids.length);
    }
  });
  const move = (id: string, to: number) => {
    const from = ids.indexOf(id);
    if (from < 0 || to < 0 || to >= ids.length || to === from) return;
    if (status.current) status.current.textContent = placed(names, id, to, ids.length);
    announced.current = { id, from, to, isThere: false };
    onReorder(arrayMove(ids, from, to), id);
  };
  const rows = items.map((item, place) => (
    <SortableItem
      key={ids[place]}
      as={table ? 'tr' : 'li'}
      className={table ? className : undefined}
      id={ids[place]!}
      name={nameOf(item)}
      place={place}
      count={ids.length}
      layout={layout}
      onMove={move}
    >
      {(controls) => children(item, controls)}
    </SortableItem>
  ));
  return (
    <DndContext
      sensors={sensors}
      collisionDetection={closestCenter}
      accessibility={{ announcements: announcementsOf(names, ids, isPickedUp, status) }}
      onDragEnd={({ active, over }) => over && move(String(active.id), ids.indexOf(String(over.id)))}
    >
      <SortableContext
        items={ids}
        strategy={layout === 'grid' ? rectSortingStrategy : verticalListSortingStrategy}
      >
        {table ? (
          table(rows)
        ) : (
          <ol aria-label={label} className={className}>
            {rows}
          </ol>
        )}
      </SortableContext>
      <p ref={status} role="status" className="sr-only" />
    </DndContext>
  );
}

function SortableItem({
  as: Element,
  className,
  id,
  name,
  place,
  count,
  layout,
  onMove,
  children,
}: {
  as: 'li' | 'tr';
  className: string | undefined;
  id: string;
  name: string;
  place: number;
  count: number;
  layout: 'rows' | 'grid';
  onMove: (id: string, to: number) => void;
  children: (controls: SortableControls) => ReactNode;
}) {
  const { attributes, listeners, node, setNodeRef, setActivatorNodeRef, transform, transition, isDragging } =
    useSortable({ id });
  // The row may jump over many others: after a move by button or keyboard, scroll with it.
  const wasAt = useRef(place);
  useEffect(() => {
    if (wasAt.current === place) return;
    wasAt.current = place;
    const settled = setTimeout(() => {
      const focused = document.activeElement;
      if (!focused || !node.current?.contains(focused)) return;
      const { top, bottom } = focused.getBoundingClientRect();
      if (top < 0 || bottom > innerHeight) focused.scrollIntoView({ block: 'center' });
    }, 100);
    return () => clearTimeout(settled);
  }, [place, node]);
  const [Back, Forth] = layout === 'grid' ? [ArrowLeft, ArrowRight] : [ArrowUp, ArrowDown];
  const [back, forth] = layout === 'grid' ? ['forward', 'back'] : ['up', 'down'];
  const step = (to: number, direction: string, icon: ReactNode) => (
    <Button
      variant="ghost"
      size="icon"
      aria-label={`Move ${name} ${direction}`}
      // Not `disabled`, which would lose the focus at the end of the list.
      aria-disabled={to < 0 || to >= count || undefined}
      onClick={() => onMove(id, to)}
    >
      {icon}
    </Button>
  );
  return (
    <Element
      ref={setNodeRef}
      className={cn('relative', isDragging && 'z-10 opacity-80 shadow-pop', className)}
      style={{
        transform: transform ? `translate3d(${transform.x}px, ${transform.y}px, 0)` : undefined,
        transition,
      }}
    >
      {children({
        grip: (
          <button
            type="button"
            ref={setActivatorNodeRef}
            {...attributes}
            {...listeners}
            aria-label={`Drag ${name}`}
            className="inline-flex size-11 shrink-0 cursor-grab touch-none items-center justify-center text-muted-foreground hover:text-foreground active:cursor-grabbing"
          >
            <GripVertical aria-hidden="true" className="size-5" />
          </button>
        ),
        buttons: (
          <span className="inline-flex">
            {step(place - 1, back, <Back aria-hidden="true" />)}
            {step(place + 1, forth, <Forth aria-hidden="true" />)}
          </span>
        ),
      })}
    </Element>
  );
}

const placed = (names: ReadonlyMap<string, string>, id: string, place: number, count: number) =>
  `${names.get(id)} is now ${place + 1} of ${count}.`;

/** `isPickedUp`: the pick-up is not announced yet. `status` receives late announcements. */
function announcementsOf(
  names: ReadonlyMap<string, string>,
  ids: readonly string[],
  isPickedUp: { current: boolean },
  status: RefObject<HTMLElement | null>,
): Announcements {
  const nameOf = (id: string | number) => names.get(String(id)) ?? '';
  const at = (id: string | number) => `${ids.indexOf(String(id)) + 1} of ${ids.length}`;
  return {
    onDragStart: () => {
      isPickedUp.current = true;
      if (status.current) status.current.textContent = '';
      return undefined;
    },
    onDragOver: ({ active, over }) => {
      const isStart = isPickedUp.current && over?.id === active.id;
      isPickedUp.current &&= over === null;
      if (isStart) {
        // Positions are measured by now, and the keyboard sensor listens (its timer was set before this one):
        // an earlier arrow key would move nothing.
        setTimeout(() => {
          if (status.current)
            status.current.textContent = `Picked up ${nameOf(active.id)}, ${at(active.id)}.`;
        });
        return undefined;
      }
      return over ? `${nameOf(active.id)} over place ${at(over.id)}.` : '';
    },
    onDragEnd: ({ active, over }) => (over ? `${nameOf(active.id)} dropped at ${at(over.id)}.` : ''),
    onDragCancel: ({ active }) => `${nameOf(active.id)} is back in its place.`,
  };
}
