import { Download } from 'lucide-react';
import { Button } from '#design/button.tsx';
import { type Column, DataTable } from '#design/data-table.tsx';
import { ErrorState } from '#design/error-state.tsx';
import { FileDrop } from '#design/file-drop.tsx';
import { plural } from '#shared/plural.ts';
import { rowsBad } from '../../import.messages.ts';
import { CSV_FILE_TYPES } from './choose-file.tsx';
import type { ListedFault } from './csv-worker.ts';
import { saveCsv } from './save-file.ts';
import type { FileStep } from './use-csv-file.ts';

const columns: Column<ListedFault>[] = [
  { id: 'row', header: 'Row', chief: true, cell: ({ row }) => <>Row {row}</> },
  { id: 'column', header: 'Column', cell: ({ column }) => column },
  {
    id: 'message',
    header: 'Error',
    cell: ({ message, hint }) => (
      <>
        <span>{message}</span>
        {hint ? <span className="block text-muted-foreground text-sm">{hint}</span> : null}
      </>
    ),
  },
  {
    id: 'cell',
    header: 'Cell',
    cell: ({ cell }) =>
      cell === '' ? (
        <span className="text-muted-foreground">empty</span>
      ) : (
        <span className="[overflow-wrap:anywhere]">{cell}</span>
      ),
  },
];

/** Lists the rows with errors. Nothing is created until they are corrected or left out. */
export function BadRows({
  step,
  badRows,
  onOmit,
  onFile,
  onColumns,
  onCancel,
}: {
  step: Extract<FileStep, { at: 'checked' }>;
  badRows: () => Promise<string>;
  onOmit: () => void;
  onFile: (file: File) => void;
  onColumns: () => void;
  onCancel: () => void;
}) {
  const { checked, name } = step;
  const more = checked.faultCount - checked.faults.length;
  return (
    <>
      <h2 tabIndex={-1} className="font-semibold text-xl [overflow-wrap:anywhere]">
        {name}
      </h2>
      <ErrorState title={rowsBad}>
        Errors in {plural(checked.badRows, 'row')} of{' '}
        {(checked.products + checked.badRows).toLocaleString('en')}. Nothing was created.
      </ErrorState>
      <div className="flex flex-wrap gap-3">
        {checked.products > 0 ? (
          <Button onClick={onOmit}>
            {checked.badRows === 1
              ? 'Leave this row out'
              : `Leave these ${plural(checked.badRows, 'row')} out`}
          </Button>
        ) : null}
        <Button
          variant="outline"
          onClick={async () => saveCsv('rows_with_errors.csv', await badRows(), { bom: true })}
        >
          <Download aria-hidden="true" />
          Download these rows
        </Button>
        {step.file.templateMapping ? null : (
          <Button variant="outline" onClick={onColumns}>
            Change columns
          </Button>
        )}
        <Button variant="ghost" onClick={onCancel}>
          Start again
        </Button>
      </div>
      <DataTable
        caption="Rows with errors"
        columns={columns}
        rows={checked.faults}
        rowId={({ row, column, message }) => `${row} ${column} ${message}`}
        empty={null}
      />
      {more > 0 ? (
        <p className="text-muted-foreground">
          And {plural(more, 'error')} more: all of them are in the file to download.
        </p>
      ) : null}
      <FileDrop
        label="Choose the corrected file"
        accept={CSV_FILE_TYPES}
        hint="Correct the rows in your spreadsheet and choose the whole file again."
        onFiles={([file]) => file && onFile(file)}
      />
    </>
  );
}
