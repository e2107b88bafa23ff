import { useQuery } from '@tanstack/react-query';
import { type SubmitEvent, useId, useState } from 'react';
import { Button } from '#design/button.tsx';
import { ErrorState } from '#design/error-state.tsx';
import { SelectField, TextField } from '#design/form-fields.tsx';
import { useApi } from '#shared/api.tsx';
import { formatCount, plural } from '#shared/plural.ts';
import { type CatalogApi, categoriesQuery } from '../../../products/ui/product.queries.ts';
import { columnKey } from '../../column-key.ts';
import { FILLABLE, type Fillable, isUsableMapping, type Mapping, missingColumns } from '../../csv-mapping.ts';
import { fileUnusable } from '../../import.messages.ts';
import { CSV_COLUMNS, type CsvColumn, REQUIRED_COLUMNS } from '../../product-csv.ts';
import { COLUMN_LABELS } from './column-labels.ts';
import type { ReadFile } from './csv-worker.ts';

/** The template's columns that the file lacks: 'column named ‘price’ or ‘category’'. */
function missingNames({ header }: ReadFile): string {
  const keys = new Set(header.map(columnKey));
  const names = REQUIRED_COLUMNS.filter((column) => !keys.has(column)).map((column) => `‘${column}’`);
  return `column named ${names.join(', ').replace(/, ([^,]+)$/, ' or $1')}`;
}

const isFillable = (column: CsvColumn): column is Fillable =>
  (FILLABLE as readonly string[]).includes(column);

/** Assigns the file's columns to the shop's, with fill values for empty cells. */
export function ColumnMapping({
  step,
  onChosen,
  onCancel,
}: {
  step: { name: string; file: ReadFile; mapping: Mapping };
  onChosen: (mapping: Mapping) => void;
  onCancel: () => void;
}) {
  const [mapping, setMapping] = useState(step.mapping);
  const [isSubmitted, setSubmitted] = useState(false);
  const isUpdate = mapping.mode === 'update';
  const missing = isUpdate ? [] : missingColumns(mapping);
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    setSubmitted(true);
    if (isUsableMapping(mapping)) return onChosen(mapping);
    event.currentTarget
      .querySelector<HTMLElement>(isUpdate ? 'select' : `[data-column="${missing[0]}"] select`)
      ?.focus();
  };
  const choose = (column: CsvColumn, at: number | null) =>
    setMapping((before) => ({ ...before, columns: { ...before.columns, [column]: at } }));
  const fill = (column: Fillable, text: string) =>
    setMapping((before) => ({ ...before, fill: { ...before.fill, [column]: text } }));

  return (
    <form noValidate onSubmit={submit} className="grid gap-6">
      <div className="grid gap-2">
        <h2 tabIndex={-1} className="font-semibold text-xl">
          Match the columns
        </h2>
        <p className="max-w-prose text-muted-foreground [overflow-wrap:anywhere]">
          {step.name} has {plural(step.file.rows, 'row')}, but no {missingNames(step.file)}. Choose a column
          for each; this browser remembers your choice for files with the same columns.
        </p>
      </div>
      {Object.values(step.mapping.columns).some((at) => at != null) ? null : (
        <ErrorState title={fileUnusable}>
          None of its columns has a name that the shop knows. If it is the right file, choose them below.
        </ErrorState>
      )}
      <SelectField
        label="What this file does"
        className="sm:max-w-md"
        value={mapping.mode ?? 'create'}
        error={
          isSubmitted && isUpdate && !isUsableMapping(mapping)
            ? 'Choose the column with the code or the name, and one that changes'
            : undefined
        }
        onChange={({ target }) =>
          setMapping(({ mode: _, ...before }) =>
            target.value === 'update' ? { ...before, mode: 'update' } : before,
          )
        }
      >
        <option value="create">Add products, or add and change</option>
        <option value="update">Only change existing products</option>
      </SelectField>
      <div className="grid border-t">
        {CSV_COLUMNS.map((column) => (
          <ColumnChoice
            key={column}
            column={column}
            file={step.file}
            at={mapping.columns[column] ?? null}
            onChoose={(at) => choose(column, at)}
            fill={isFillable(column) && !isUpdate ? (mapping.fill[column] ?? '') : undefined}
            onFill={(text) => isFillable(column) && fill(column, text)}
            isRequired={!isUpdate && (REQUIRED_COLUMNS as readonly string[]).includes(column)}
            isMissing={isSubmitted && missing.includes(column)}
          />
        ))}
      </div>
      <div className="flex flex-wrap gap-3">
        <Button type="submit">Continue</Button>
        <Button variant="outline" onClick={onCancel}>
          Choose another file
        </Button>
      </div>
    </form>
  );
}

function ColumnChoice({
  column,
  file,
  at,
  onChoose,
  fill,
  onFill,
  isRequired,
  isMissing,
}: {
  column: CsvColumn;
  file: ReadFile;
  at: number | null;
  onChoose: (at: number | null) => void;
  /** Undefined for columns without a fill value. */
  fill: string | undefined;
  onFill: (text: string) => void;
  isRequired: boolean;
  isMissing: boolean;
}) {
  const label = COLUMN_LABELS[column];
  // A column with content in every row needs no fill value.
  const gaps = at === null ? undefined : (file.gaps[at] ?? 0);
  const samples = at === null ? [] : (file.samples[at] ?? []);
  return (
    <div data-column={column} className="grid gap-x-6 gap-y-3 border-b py-4 sm:grid-cols-2">
      <SelectField
        label={label}
        required={isRequired}
        error={isMissing ? missingText(column) : undefined}
        hint={samples.length > 0 ? <Samples cells={samples} /> : undefined}
        value={at ?? ''}
        onChange={(event) => onChoose(event.target.value === '' ? null : Number(event.target.value))}
      >
        <option value="">No column</option>
        {file.header.map((name, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: names may repeat, and columns do not move
          <option key={index} value={index}>
            {name || `Column ${index + 1}`}
          </option>
        ))}
      </SelectField>
      {fill === undefined || gaps === 0 ? null : (
        <Fill column={column} gaps={gaps} value={fill} onFill={onFill} />
      )}
    </div>
  );
}

const missingText = (column: CsvColumn): string =>
  column === 'name'
    ? 'Choose the column with the names'
    : 'Choose a column, or enter a value for all products';

const Samples = ({ cells }: { cells: string[] }) => (
  <span className="line-clamp-2 [overflow-wrap:anywhere]">{cells.join(' · ')}</span>
);

const rowsWithout = (gaps: number) => (gaps === 1 ? 'one row without' : `${formatCount(gaps)} rows without`);

function Fill({
  column,
  gaps,
  value,
  onFill,
}: {
  column: CsvColumn;
  /** Undefined without a selected column. */
  gaps: number | undefined;
  value: string;
  onFill: (text: string) => void;
}) {
  const list = useId();
  const { data: categories } = useQuery({
    ...categoriesQuery(useApi<CatalogApi>()),
    enabled: column === 'category',
  });
  return (
    <div>
      <TextField
        label={`${COLUMN_LABELS[column]} for ${gaps === undefined ? 'all products' : rowsWithout(gaps)}`}
        value={value}
        onChange={(event) => onFill(event.target.value)}
        inputMode={column === 'price' ? 'decimal' : undefined}
        list={column === 'category' ? list : undefined}
        autoComplete="off"
      />
      {column === 'category' ? (
        <datalist id={list}>
          {categories?.map(({ id, name }) => (
            <option key={id} value={name} />
          ))}
        </datalist>
      ) : null}
    </div>
  );
}
