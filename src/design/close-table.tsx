import { useMemo } from 'react';
import { type Column, DataTable } from './data-table.tsx';

/** What a list found by other words than those typed, below its exact hits. */
export function CloseTable<Row extends { id: string }>({
  title,
  columns,
  rows,
  busy,
}: {
  title: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  busy: boolean;
}) {
  // The order of the list is not theirs.
  const unsorted = useMemo(() => columns.map((column) => ({ ...column, sortable: false })), [columns]);
  return (
    <section aria-label={title} className="mt-4 grid gap-3">
      <h2 className="break-words font-semibold text-lg">{title}</h2>
      <DataTable
        caption={title}
        columns={unsorted}
        rows={rows}
        rowId={({ id }) => id}
        busy={busy}
        empty={null}
      />
    </section>
  );
}
