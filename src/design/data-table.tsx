import { ArrowDown, ArrowUp, ArrowUpDown } from 'lucide-react';
import { type HTMLAttributes, type ReactNode, useRef } from 'react';
import { Button } from './button.tsx';
import { cn } from './cn.ts';
import { ErrorState } from './error-state.tsx';
import { Select } from './select.tsx';
import { SelectPage, SelectRow } from './selection.tsx';
import { SkeletonRows } from './skeleton-rows.tsx';
import type { Selection } from './use-selection.ts';

/**
 * A column of a table. Below 768 px each row is a card: the chief column is its heading, the others are label
 * and value.
 */
export interface Column<Row> {
  id: string;
  header: string;
  cell: (row: Row) => ReactNode;
  /** Sorted by the server as `id-asc` and `id-desc`. */
  sortable?: boolean;
  /** Whether this column is the card's heading. */
  chief?: boolean;
  /** Without its label on a card: images, buttons. A card has two columns; `max-md:col-span-1` takes one. */
  bare?: boolean;
  align?: 'start' | 'end';
  /** Whether it is shown from 1280 px on only; another column then says the same below that. */
  wide?: boolean;
  className?: string;
}

/** The column of the buttons of a row. */
export const actionsColumn = <Row,>(cell: Column<Row>['cell'], more?: Partial<Column<Row>>): Column<Row> => ({
  id: 'actions',
  header: 'Actions',
  bare: true,
  align: 'end',
  cell,
  ...more,
});

export interface Sorting {
  /** For example `price-desc`; undefined is the list's default order. */
  current: string | undefined;
  onSort: (sort: string | undefined) => void;
}

/** Rows can be selected; `labelOf` names one for screen readers. */
export interface Selecting<Row> {
  selection: Selection;
  labelOf: (row: Row) => string;
}

/**
 * A page of rows that the server searched, filtered and sorted. `rows` is undefined during the first load;
 * later loads keep the old rows. An error is shown above the rows, never as an empty list.
 */
export function DataTable<Row>({
  caption,
  columns,
  rows,
  rowId,
  busy,
  failure,
  empty,
  sorting,
  interactionProps,
  pendingChanges,
  selecting,
}: {
  /** The table's caption for screen readers. */
  caption: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[] | undefined;
  rowId: (row: Row) => string;
  busy?: boolean;
  /** `error` if the text is not the error's own message. */
  failure?: { title: string; description?: ReactNode; error?: unknown; onRetry: () => void };
  /** Shown in place of the table if there are no rows. */
  empty: ReactNode;
  sorting?: Sorting;
  /** From `useSteadyPage`. */
  interactionProps?: HTMLAttributes<HTMLElement>;
  /** The button for changes that are not shown while the list is in use: '2 new orders'. */
  pendingChanges?: { label: string; onShow: () => void } | undefined;
  selecting?: Selecting<Row> | undefined;
}) {
  const list = useRef<HTMLDivElement>(null);
  const failed = failure ? (
    <ErrorState
      title={failure.title}
      error={failure.error}
      onRetry={failure.onRetry}
      busy={busy}
      className="mb-4"
    >
      {failure.description}
    </ErrorState>
  ) : null;
  if (!rows) {
    return (
      failed ?? <SkeletonRows label={`Loading ${caption.toLowerCase()}`} count={6} className="h-28 md:h-14" />
    );
  }
  if (rows.length === 0 && !failure) return <div aria-busy={busy || undefined}>{empty}</div>;

  return (
    <div>
      {failed}
      {sorting ? <SortSelect columns={columns} sorting={sorting} /> : null}
      <div {...interactionProps} ref={list} className="relative">
        {/* Has no height of its own, so that nothing moves when it appears. */}
        <div role="status" className="sticky top-18 z-10 flex h-0 justify-center">
          {pendingChanges ? (
            <Button
              size="sm"
              onClick={(event) => {
                // The button disappears: after a keyboard press (detail 0), focus moves to the first row.
                if (event.detail === 0) {
                  list.current?.querySelector<HTMLElement>('tbody :is(a, button, select)')?.focus();
                }
                pendingChanges.onShow();
              }}
              className="min-h-11 -translate-y-1/2 shadow-pop"
            >
              {pendingChanges.label}
            </Button>
          ) : null}
        </div>
        <BusyLine busy={busy} />
        <div className="overflow-x-auto">
          <table aria-busy={busy || undefined} className="block w-full border-collapse md:table">
            <caption className="sr-only">{caption}</caption>
            <thead className="sr-only md:not-sr-only md:table-header-group">
              <tr className="border-b text-left">
                {selecting ? <SelectPage selection={selecting.selection} ids={rows.map(rowId)} /> : null}
                {columns.map((column) => (
                  <ColumnHeading key={column.id} column={column} sorting={sorting} />
                ))}
              </tr>
            </thead>
            <tbody className="grid gap-2 md:table-row-group">
              {rows.map((row) => (
                <tr
                  key={rowId(row)}
                  className={cn(
                    'grid grid-cols-[minmax(0,1fr)_auto] gap-x-2 gap-y-1 border bg-card px-3 py-1.5 max-md:relative md:table-row md:border-0 md:border-b md:bg-transparent',
                    // The buttons of a row would leave its text no room.
                    selecting?.selection.isOn && 'max-md:ml-11 max-md:[&>td:last-child]:hidden',
                    selecting?.selection.has(rowId(row)) && 'max-md:border-primary md:bg-muted',
                  )}
                >
                  {selecting ? (
                    <SelectRow
                      selection={selecting.selection}
                      id={rowId(row)}
                      label={selecting.labelOf(row)}
                    />
                  ) : null}
                  {columns.map((column) => (
                    <TableCell key={column.id} column={column} row={row} />
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </div>
    </div>
  );
}

/** A line above rows that are being replaced, whose text stays readable. Takes no space; the parent is `relative`. */
export const BusyLine = ({ busy }: { busy: boolean | undefined }) => (
  <div
    aria-hidden="true"
    className={cn(
      'pointer-events-none absolute inset-x-0 top-0 z-10 h-0.5 bg-primary opacity-0 transition-opacity',
      busy && 'opacity-100 delay-150 [animation-delay:150ms] motion-safe:animate-pulse',
    )}
  />
);

function TableCell<Row>({ column, row }: { column: Column<Row>; row: Row }) {
  const { header, cell, chief, bare, align, wide, className } = column;
  return (
    <td
      className={cn(
        'col-span-2 flex min-w-0 items-center justify-between gap-3 md:table-cell md:px-3 md:py-3 md:align-middle md:last:pr-0 md:first:pl-0',
        chief && 'order-first font-semibold text-base',
        // The label is at the first line of the value, and in the middle of what has no text.
        !(chief || bare) && 'items-baseline has-[img,[role=switch]]:items-center',
        align === 'end' && 'md:text-right',
        wide && 'max-md:hidden md:max-xl:hidden',
        className,
      )}
    >
      {chief || bare ? null : (
        // Screen readers get it from the column heading.
        <span aria-hidden="true" className="shrink-0 text-muted-foreground text-sm md:hidden">
          {header}
        </span>
      )}
      <div
        className={cn(
          'min-w-0',
          chief || bare ? 'grow' : cn('text-right', align !== 'end' && 'md:text-left'),
        )}
      >
        {cell(row)}
      </div>
    </td>
  );
}

/** A press sorts a column in ascending order, the next in descending order, and the third in the list's own. */
function ColumnHeading<Row>({
  column: { id, header, align, sortable, wide },
  sorting,
}: {
  column: Column<Row>;
  sorting: Sorting | undefined;
}) {
  const ascending = `${id}-asc`;
  const descending = `${id}-desc`;
  const current = sorting?.current;
  const isAscending = current === ascending;
  const isDescending = current === descending;
  const Icon = isAscending ? ArrowUp : isDescending ? ArrowDown : ArrowUpDown;
  return (
    <th
      scope="col"
      aria-sort={sortable ? (isAscending ? 'ascending' : isDescending ? 'descending' : 'none') : undefined}
      className={cn(
        // A column is at least as wide as the words of its heading.
        'wrap-normal px-3 py-2 font-semibold text-muted-foreground text-sm first:pl-0 last:pr-0',
        align === 'end' && 'text-right',
        wide && 'md:max-xl:hidden',
      )}
    >
      {sortable && sorting ? (
        <button
          type="button"
          onClick={() => sorting.onSort(isAscending ? descending : isDescending ? undefined : ascending)}
          className={cn(
            'inline-flex min-h-9 items-center gap-1.5 hover:text-foreground',
            (isAscending || isDescending) && 'text-foreground',
          )}
        >
          {header}
          <Icon aria-hidden="true" className="size-4" />
        </button>
      ) : (
        header
      )}
    </th>
  );
}

/** Shown where the column headings are hidden. */
function SortSelect<Row>({ columns, sorting }: { columns: readonly Column<Row>[]; sorting: Sorting }) {
  const offered = columns.filter(({ sortable }) => sortable);
  if (offered.length === 0) return null;
  return (
    <Select
      aria-label="Sort by"
      className="mb-3 md:hidden"
      value={sorting.current ?? ''}
      onChange={(event) => sorting.onSort(event.target.value || undefined)}
    >
      <option value="">Usual order</option>
      {offered.flatMap(({ id, header }) => [
        <option key={`${id}-asc`} value={`${id}-asc`}>
          {header}, ascending
        </option>,
        <option key={`${id}-desc`} value={`${id}-desc`}>
          {header}, descending
        </option>,
      ])}
    </Select>
  );
}
