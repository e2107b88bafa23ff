import { type SubmitEvent, useEffect, useId, useRef, useState } from 'react';
import { Badge } from '#design/badge.tsx';
import { Button } from '#design/button.tsx';
import { cn } from '#design/cn.ts';
import { type Column, DataTable } from '#design/data-table.tsx';
import { Input } from '#design/input.tsx';
import { KindFilter } from '#design/kind-filter.tsx';
import { PageButtons } from '#design/pagination.tsx';
import { Textarea } from '#design/textarea.tsx';
import type { PlanCounts, PlannedCell, PlannedRow, RowFilter, RowKind } from '../../import-plan.ts';
import type { CsvColumn } from '../../product-csv.ts';
import { COLUMN_LABELS } from './column-labels.ts';
import type { usePreview } from './use-preview.ts';

type Preview = ReturnType<typeof usePreview>;

const KINDS: Record<
  RowKind,
  { label: string; badge: 'success' | 'info' | 'neutral' | 'danger' | 'outline' }
> = {
  new: { label: 'New', badge: 'success' },
  changed: { label: 'Changed', badge: 'info' },
  same: { label: 'Same', badge: 'neutral' },
  wrong: { label: 'Wrong', badge: 'danger' },
  left: { label: 'Left out', badge: 'outline' },
};

/** The rows of a file as a table of cells, filtered by what becomes of them. Wrong cells are corrected here. */
export function PreviewTable({
  preview,
  counts,
  busy,
}: {
  preview: Preview;
  counts: PlanCounts;
  busy: boolean;
}) {
  const { filter, page } = preview;
  const box = useFocusAfterCorrection(preview);
  const total = Object.keys(KINDS).reduce((sum, kind) => sum + counts[kind as RowKind], 0);
  const filters: [RowFilter, string, number][] = [
    ['all', 'All', total],
    ...(Object.keys(KINDS) as RowKind[]).map(
      (kind) => [kind, KINDS[kind].label, counts[kind]] as [RowFilter, string, number],
    ),
    ['emptied', 'Emptied', counts.emptied],
  ];
  return (
    <div ref={box} className="grid gap-4">
      <KindFilter label="Show rows" kinds={filters} shown={filter} onShow={preview.show} />
      <DataTable
        caption="Rows of the file"
        columns={columnsFor(page?.rows ?? [], preview, busy)}
        rows={page?.rows}
        rowId={({ at }) => String(at)}
        empty={<p className="text-muted-foreground">No rows of this kind.</p>}
      />
      {page ? <PageButtons page={page.number} pageCount={page.pageCount} onPage={preview.turn} /> : null}
    </div>
  );
}

/** A corrected cell loses its field: the focus moves to the next wrong one, else to the first one or the first filter. */
function useFocusAfterCorrection({ correction, isPlanning, page }: Preview) {
  const { submittedAt, isPending, variables } = correction;
  const box = useRef<HTMLDivElement>(null);
  /** The correction after which the focus was moved. */
  const done = useRef(0);
  const at = variables?.at ?? 0;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the field goes with the page of before, which may take longer.
  useEffect(() => {
    if (submittedAt === done.current || isPending || isPlanning) return;
    const timer = setTimeout(() => {
      if (document.activeElement && document.activeElement !== document.body) return;
      const wrong = [...(box.current?.querySelectorAll<HTMLElement>('[data-at]') ?? [])];
      const next = wrong.find((field) => Number(field.dataset.at) >= at) ?? wrong[0];
      (next ?? box.current?.querySelector('button'))?.focus();
      done.current = submittedAt;
    }, 100);
    return () => clearTimeout(timer);
  }, [submittedAt, isPending, isPlanning, page, at]);
  return box;
}

const SHOWN = ['name', 'description', 'price', 'category', 'featured', 'sku', 'id'] as const;

/** Widths below which a column does not shrink. */
const WIDTHS: Partial<Record<CsvColumn, string>> = {
  name: 'md:min-w-36',
  description: 'md:min-w-48',
  category: 'md:min-w-28',
  sku: 'md:min-w-28',
};

/** The columns that a page of rows has. */
function columnsFor(rows: readonly PlannedRow[], preview: Preview, busy: boolean): Column<PlannedRow>[] {
  return [
    {
      id: 'row',
      header: 'Row',
      chief: true,
      cell: ({ row, kind, sharesName, message = sharesName && 'Another product has this name' }) => (
        <span className="grid justify-items-start gap-1 md:min-w-20">
          <span className="inline-flex items-center gap-2 whitespace-nowrap md:flex-col md:items-start md:gap-1">
            Row {row} <Badge variant={KINDS[kind].badge}>{KINDS[kind].label}</Badge>
          </span>
          {message ? <span className="font-normal text-muted-foreground text-sm">{message}</span> : null}
        </span>
      ),
    },
    ...SHOWN.filter((column) => rows.some(({ cells }) => cells[column])).map(
      (column): Column<PlannedRow> => ({
        id: column,
        header: COLUMN_LABELS[column],
        align: column === 'price' ? 'end' : 'start',
        className: WIDTHS[column],
        cell: (row) => <Cell row={row} column={column} preview={preview} busy={busy} />,
      }),
    ),
  ];
}

function Cell({
  row,
  column,
  preview,
  busy,
}: {
  row: PlannedRow;
  column: CsvColumn;
  preview: Preview;
  busy: boolean;
}) {
  const cell = row.cells[column];
  if (!cell) return <span className="text-muted-foreground">–</span>;
  if (cell.kind === 'wrong') {
    // Another text is another form.
    return <WrongCell key={cell.text} {...{ row, column, cell, preview, busy }} />;
  }
  const clamp = column === 'description' && 'line-clamp-3';
  if (cell.kind === 'kept') {
    return (
      <span className="grid gap-0.5 [overflow-wrap:anywhere]">
        <span className="font-semibold">Empty: kept</span>
        {cell.before ? (
          <span className={cn('text-muted-foreground text-sm', clamp)}>{cell.before}</span>
        ) : null}
      </span>
    );
  }
  if (cell.kind !== 'changed') {
    return (
      <span
        className={cn('[overflow-wrap:anywhere]', clamp, cell.kind === 'same' && 'text-muted-foreground')}
      >
        {cell.text || 'empty'}
      </span>
    );
  }
  return (
    <span className="grid gap-0.5 [overflow-wrap:anywhere]">
      <del className={cn('text-muted-foreground text-sm', clamp)}>{cell.before || 'empty'}</del>
      <ins className={cn('font-semibold no-underline', clamp)}>
        <span aria-hidden="true">→ </span>
        {cell.text}
      </ins>
    </span>
  );
}

function WrongCell({
  row: { at, row },
  column,
  cell,
  preview: { correction, draftOf, keepDraft },
  busy,
}: {
  row: PlannedRow;
  column: CsvColumn;
  cell: PlannedCell;
  preview: Preview;
  busy: boolean;
}) {
  const [text, setText] = useState(draftOf(at, column) ?? cell.text);
  const errorId = useId();
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (!correction.isPending && !busy) correction.mutate({ at, column, text });
  };
  const isThis =
    correction.isPending && correction.variables.at === at && correction.variables.column === column;
  const props = {
    value: text,
    disabled: busy,
    // Not disabled, which would lose the focus: a correction that fails is typed again.
    readOnly: isThis,
    'aria-label': `${COLUMN_LABELS[column]} of row ${row}`,
    'aria-invalid': true,
    'aria-describedby': errorId,
    'data-at': at,
    onChange: ({ target: { value } }: { target: { value: string } }) => {
      setText(value);
      keepDraft(at, column, value === cell.text ? undefined : value);
    },
  } as const;
  return (
    <form noValidate onSubmit={submit} className="grid min-w-40 gap-1 text-left">
      {column === 'description' ? (
        <Textarea {...props} rows={3} />
      ) : (
        <Input {...props} autoComplete="off" inputMode={column === 'price' ? 'decimal' : undefined} />
      )}
      {/* No alert: a page may have twenty. */}
      <p id={errorId} className="font-medium text-danger text-sm">
        {cell.message}
      </p>
      {cell.hint ? <p className="text-muted-foreground text-sm">{cell.hint}</p> : null}
      {text === cell.text ? null : (
        <Button
          type="submit"
          size="sm"
          variant="outline"
          busy={isThis}
          className="min-h-11 justify-self-start"
        >
          Correct
        </Button>
      )}
    </form>
  );
}
