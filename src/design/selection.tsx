import { type ReactNode, useRef } from 'react';
import { formatCount, plural } from '#shared/plural.ts';
import { MOST_SELECTED } from '#shared/selection.ts';
import { Button } from './button.tsx';
import { cn } from './cn.ts';
import type { Selection } from './use-selection.ts';

const BOX =
  'flex size-11 cursor-pointer items-center justify-center has-aria-disabled:cursor-not-allowed has-aria-disabled:opacity-55';

/** The heading of the column: selects the rows of the page. */
export function SelectPage({ selection, ids }: { selection: Selection; ids: readonly string[] }) {
  const count = ids.filter(selection.has).length;
  return (
    // Neither a heading nor a cell, so that a row of headings has nothing else: the checkboxes below are named by their rows.
    <td role="presentation" className="w-11 p-0">
      <label className={cn(BOX, '-ml-3')}>
        <input
          type="checkbox"
          aria-label="Select all on this page"
          className="size-5 checked:accent-primary indeterminate:accent-primary"
          checked={count > 0 && count === ids.length}
          ref={(box) => {
            if (box) box.indeterminate = count > 0 && count < ids.length;
          }}
          aria-disabled={selection.isLocked || undefined}
          onChange={({ target }) => selection.selectPage(target.checked)}
        />
      </label>
    </td>
  );
}

/** The checkbox of a row. On a phone it is beside the card, over its whole height. */
export function SelectRow({ selection, id, label }: { selection: Selection; id: string; label: string }) {
  // A change event does not tell about Shift; the click before it does.
  const isRange = useRef(false);
  return (
    <td
      className={cn(
        'p-0 max-md:absolute max-md:inset-y-0 max-md:-left-12 max-md:w-12 md:w-11',
        !selection.isOn && 'max-md:hidden',
      )}
    >
      <label className={cn(BOX, 'max-md:h-full max-md:w-12 md:-ml-3')}>
        <input
          type="checkbox"
          aria-label={`Select ${label}`}
          className="size-5 checked:accent-primary indeterminate:accent-primary max-md:size-6"
          checked={selection.has(id)}
          // Not `disabled`, which would lose the focus.
          aria-disabled={selection.isLocked || undefined}
          onClick={({ shiftKey }) => {
            isRange.current = shiftKey;
          }}
          onChange={() => selection.press(id, isRange.current)}
        />
      </label>
    </td>
  );
}

/** Begins and ends the selection of cards on a phone. */
export const SelectButton = ({ selection }: { selection: Selection }) => (
  <Button
    variant="ghost"
    size="sm"
    aria-pressed={selection.isOn}
    className="min-h-11 md:hidden"
    onClick={() => selection.setOn(!selection.isOn)}
  >
    {selection.isOn ? 'Done' : 'Select'}
  </Button>
);

/** How many rows are selected and what can be done with them: at the bottom of the screen, by the thumb. */
export function SelectionBar({
  selection,
  names: [one, many],
  progress,
  children,
}: {
  selection: Selection;
  names: readonly [one: string, many: string];
  /** Of the running change. */
  progress?: ReactNode;
  /** Buttons. */
  children: ReactNode;
}) {
  const { count, total, isAll, isCapped, isFull, isOn, isLocked } = selection;
  const all = total ?? 0;
  // On a phone all can be selected before any row.
  if (count === 0 && !(isOn && all > 0)) return null;
  return (
    <section
      aria-label="Selected"
      className="sticky bottom-0 z-10 -mx-4 flex flex-wrap items-center justify-between gap-x-4 gap-y-1 border-t bg-card px-4 py-2 shadow-pop sm:mx-0 sm:border"
    >
      <p aria-live="polite" className="font-semibold">
        {plural(count, one, many)} selected
        {isFull ? (
          <span className="block font-normal text-sm">
            At most {formatCount(MOST_SELECTED)} are {isAll ? 'left out' : 'selected one by one'}.
          </span>
        ) : null}
        {!isAll && isCapped ? (
          <span className="block font-normal text-muted-foreground text-sm">
            More than {formatCount(all)} match: too many to select all. Search or filter for fewer.
          </span>
        ) : null}
      </p>
      <div className="flex items-center">
        {!isAll && all > count && !isCapped ? (
          <Button
            variant="ghost"
            size="sm"
            className="min-h-11"
            disabled={isLocked}
            onClick={selection.selectAll}
          >
            Select all {formatCount(all)} that match
          </Button>
        ) : null}
        {count > 0 ? (
          <Button
            variant="ghost"
            size="sm"
            className="min-h-11"
            disabled={isLocked}
            onClick={selection.clear}
          >
            Clear
          </Button>
        ) : null}
      </div>
      {progress}
      {count > 0 ? (
        <div className="-mx-4 flex w-screen gap-2 overflow-x-auto px-4 sm:mx-0 sm:w-full sm:flex-wrap sm:px-0">
          {children}
        </div>
      ) : null}
    </section>
  );
}
