import { createColumnHelper, rowSortingFeature, tableFeatures, useTable } from '@tanstack/react-table';
import { ArrowDown, ArrowUp, ArrowUpDown } from 'lucide-react';
import { type HTMLAttributes, type ReactNode, useMemo, useRef } from 'react';
import { Button } from './button.tsx';
import { cn } from './cn.ts';
import { ErrorState } from './error-state.tsx';
import { Select } from './select.tsx';
import { Skeleton } from './skeleton.tsx';

/**
 * A column of a table. Below 640 px each row is a card: the chief column is its heading, the others are label
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
  /** Without its label on a card: images, buttons. A card has two columns; `max-sm:col-span-1` takes one. */
  bare?: boolean;
  align?: 'start' | 'end';
  className?: string;
}

export interface Sorting {
  /** For example `price-desc`; undefined is the list's default order. */
  current: string | undefined;
  onSort: (sort: string | undefined) => void;
}

const features = tableFeatures({ rowSortingFeature });

const sortingOf = (sort: string | undefined) => {
  const [, id, way] = /^(.+)-(asc|desc)$/.exec(sort ?? '') ?? [];
  return id ? [{ id, desc: way === 'desc' }] : [];
};

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
  className,
}: {
  /** The table's caption for screen readers. */
  caption: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[] | undefined;
  rowId: (row: Row) => string;
  busy?: boolean;
  /** `error` if the text is not the error's own message. */
  failure?: { title: ReactNode; text?: ReactNode; error?: unknown; onRetry: () => void };
  /** Shown in place of the table if there are no rows. */
  empty: ReactNode;
  sorting?: Sorting;
  /** From `useSteadyPage`. */
  interactionProps?: HTMLAttributes<HTMLElement>;
  /** The button for changes that are not shown while the list is in use: '2 new orders'. */
  pendingChanges?: { label: string; onShow: () => void } | undefined;
  className?: string;
}) {
  const definitions = useMemo(() => {
    const helper = createColumnHelper<typeof features, { row: Row }>();
    return columns.map(({ id, header, sortable = false }) =>
      helper.accessor((): unknown => id, { id, header, enableSorting: sortable }),
    );
  }, [columns]);
  const data = useMemo(() => (rows ?? []).map((row) => ({ row })), [rows]);
  const sorted = useMemo(() => sortingOf(sorting?.current), [sorting?.current]);
  const table = useTable({
    features,
    columns: definitions,
    data,
    getRowId: ({ row }) => rowId(row),
    manualSorting: true,
    sortDescFirst: false,
    state: { sorting: sorted },
    onSortingChange: (change) => {
      const [first] = typeof change === 'function' ? change(sorted) : change;
      sorting?.onSort(first && `${first.id}-${first.desc ? 'desc' : 'asc'}`);
    },
  });
  const list = useRef<HTMLDivElement>(null);
  const byId = new Map(columns.map((column) => [column.id, column]));
  const failed = failure ? (
    <ErrorState
      title={failure.title}
      error={failure.error}
      onRetry={failure.onRetry}
      busy={busy}
      className="mb-4"
    >
      {failure.text}
    </ErrorState>
  ) : null;
  if (!rows) return failed ?? <TableSkeleton caption={caption} />;
  if (rows.length === 0 && !failure) return <div aria-busy={busy || undefined}>{empty}</div>;

  return (
    <div className={className}>
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
        <div className="overflow-x-auto">
          <table aria-busy={busy || undefined} className="block w-full border-collapse sm:table">
            <caption className="sr-only">{caption}</caption>
            <thead className="sr-only sm:not-sr-only sm:table-header-group">
              {table.getHeaderGroups().map((group) => (
                <tr key={group.id} className="border-b text-left">
                  {group.headers.map(({ id, column }) => (
                    <th
                      key={id}
                      scope="col"
                      aria-sort={ariaSort(column.getCanSort(), column.getIsSorted())}
                      className={cn(
                        'px-3 py-2 font-semibold text-muted-foreground text-sm first:pl-0 last:pr-0',
                        byId.get(id)?.align === 'end' && 'text-right',
                      )}
                    >
                      {column.getCanSort() && sorting ? (
                        <SortButton
                          label={byId.get(id)?.header ?? id}
                          way={column.getIsSorted()}
                          onClick={() => column.toggleSorting()}
                        />
                      ) : (
                        byId.get(id)?.header
                      )}
                    </th>
                  ))}
                </tr>
              ))}
            </thead>
            <tbody
              className={cn(
                'grid gap-2 transition-opacity sm:table-row-group',
                busy && 'opacity-60 delay-150',
              )}
            >
              {table.getRowModel().rows.map(({ id, original }) => (
                <tr
                  key={id}
                  className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-2 gap-y-1 border bg-card px-3 py-1.5 max-sm:relative sm:table-row sm:border-0 sm:border-b sm:bg-transparent"
                >
                  {columns.map((column) => (
                    <TableCell key={column.id} column={column} row={original.row} />
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

function TableCell<Row>({ column, row }: { column: Column<Row>; row: Row }) {
  const { header, cell, chief, bare, align, className } = column;
  return (
    <td
      className={cn(
        'col-span-2 flex min-w-0 items-center justify-between gap-3 sm:table-cell sm:px-3 sm:py-3 sm:align-middle sm:last:pr-0 sm:first:pl-0',
        chief && 'order-first font-semibold text-base',
        align === 'end' && 'sm:text-right',
        className,
      )}
    >
      {chief || bare ? null : (
        // Screen readers get it from the column heading.
        <span aria-hidden="true" className="shrink-0 text-muted-foreground text-sm sm:hidden">
          {header}
        </span>
      )}
      <div
        className={cn(
          'min-w-0',
          chief || bare ? 'grow' : cn('text-right', align !== 'end' && 'sm:text-left'),
        )}
      >
        {cell(row)}
      </div>
    </td>
  );
}

type SortDirection = false | 'asc' | 'desc';

function ariaSort(can: boolean, way: SortDirection) {
  if (!can) return undefined;
  return way === false ? 'none' : way === 'asc' ? 'ascending' : 'descending';
}

function SortButton({ label, way, onClick }: { label: string; way: SortDirection; onClick: () => void }) {
  const Icon = way === false ? ArrowUpDown : way === 'asc' ? ArrowUp : ArrowDown;
  return (
    <button
      type="button"
      onClick={onClick}
      className={cn(
        'inline-flex min-h-9 items-center gap-1.5 hover:text-foreground',
        way && 'text-foreground',
      )}
    >
      {label}
      <Icon aria-hidden="true" className="size-4" />
    </button>
  );
}

/** Shown where the column headings are hidden. */
function SortSelect<Row>({ columns, sorting }: { columns: readonly Column<Row>[]; sorting: Sorting }) {
  const offered = columns.filter(({ sortable }) => sortable);
  if (offered.length === 0) return null;
  return (
    <Select
      aria-label="Sort by"
      className="mb-3 sm:hidden"
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

const places = ['first', 'second', 'third', 'fourth', 'fifth', 'sixth'];

function TableSkeleton({ caption }: { caption: string }) {
  return (
    <div role="status" aria-label={`Loading ${caption.toLowerCase()}`} className="grid gap-3">
      {places.map((place) => (
        <Skeleton key={place} className="h-28 sm:h-14" />
      ))}
    </div>
  );
}
