import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Badge } from '#design/badge.tsx';
import { Button } from '#design/button.tsx';
import { type Column, DataTable } from '#design/data-table.tsx';
import { ErrorState } from '#design/error-state.tsx';
import { Price } from '#design/price.tsx';
import { ProgressBar } from '#design/progress-bar.tsx';
import { Skeleton } from '#design/skeleton.tsx';
import { useApi } from '#shared/api.tsx';
import { kobo } from '#shared/money.ts';
import { useShop } from '#shared/shop-context.tsx';
import { notCreated } from '../../import.messages.ts';
import type { CatalogApi } from '../product.queries.ts';
import type { CheckedFile, SentRows } from './csv-protocol.ts';
import type { FileStep } from './use-csv-file.ts';
import { useImport } from './use-import.ts';

type Previewed = CheckedFile['first'][number];

const columnsIn = (currency: string): Column<Previewed>[] => [
  {
    id: 'name',
    header: 'Name',
    chief: true,
    cell: ({ name, description }) => (
      <span className="grid [overflow-wrap:anywhere]">
        {name}
        <span className="line-clamp-1 font-normal text-muted-foreground text-sm">{description}</span>
      </span>
    ),
  },
  { id: 'category', header: 'Category', cell: ({ category }) => category },
  {
    id: 'price',
    header: 'Price',
    align: 'end',
    cell: ({ price }) => <Price amount={price ?? kobo(0)} currency={currency} />,
  },
  {
    id: 'featured',
    header: 'Featured',
    cell: ({ featured }) => (featured ? <Badge variant="info">Featured</Badge> : 'No'),
  },
];

const plural = (count: number, one: string, many = `${one}s`) =>
  `${count.toLocaleString('en')} ${count === 1 ? one : many}`;

/** What the file would create; creates it. */
export function UploadPreview({
  step,
  rows,
  onColumns,
  onCancel,
  onCreated,
}: {
  step: Extract<FileStep, { at: 'checked' }>;
  rows: () => Promise<SentRows>;
  onColumns: () => void;
  onCancel: () => void;
  onCreated: (created: { products: number; categories: number }) => void;
}) {
  const { checked, file, name } = step;
  const { currency } = useShop();
  const names = checked.categories.map((category) => category.name);
  const { catalog } = useApi<CatalogApi>();
  const newOnes = useQuery({
    queryKey: ['admin', 'catalog', 'newCategories', names],
    queryFn: ({ signal }) => catalog.newCategories({ names }, { signal }),
    staleTime: 0,
    gcTime: 0,
  });
  const sending = useImport({ idempotencyKey: step.idempotencyKey, rows, onCreated });

  return (
    <>
      <div className="grid gap-2">
        <h2 tabIndex={-1} className="font-semibold text-xl outline-none">
          {plural(checked.products, 'product')} to create
        </h2>
        <p className="text-muted-foreground [overflow-wrap:anywhere]">
          From {name}
          {checked.featured > 0 ? `, ${checked.featured.toLocaleString('en')} of them featured` : ''}. Nothing
          is created until you say so.
        </p>
        <Notes step={step} />
      </div>
      {newOnes.isError ? (
        <ErrorState
          title="The categories could not be compared with the shop’s"
          onRetry={() => void newOnes.refetch()}
          busy={newOnes.isFetching}
        />
      ) : newOnes.data ? (
        <Categories categories={checked.categories} newOnes={newOnes.data} />
      ) : (
        <Skeleton className="h-16" />
      )}
      {sending.failure ? (
        <ErrorState title={notCreated}>
          <ul className="grid gap-1">
            {sending.failure.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        </ErrorState>
      ) : null}
      {sending.isBusy ? (
        <ProgressBar
          value={sending.fraction < 1 ? sending.fraction : undefined}
          label={sending.fraction < 1 ? 'Sending the products' : 'Creating the products'}
        />
      ) : null}
      <div className="flex flex-wrap gap-3">
        <Button busy={sending.isBusy} disabled={!newOnes.data} onClick={sending.send}>
          Create {plural(checked.products, 'product')}
        </Button>
        {file.own ? null : (
          <Button variant="outline" disabled={sending.isBusy} onClick={onColumns}>
            Change columns
          </Button>
        )}
        <Button variant="ghost" disabled={sending.isBusy} onClick={onCancel}>
          Choose another file
        </Button>
      </div>
      <DataTable
        caption="The first products of the file"
        columns={columnsIn(currency)}
        rows={checked.first}
        rowId={({ row }) => String(row)}
        empty={null}
      />
      {checked.products > checked.first.length ? (
        <p className="text-muted-foreground">
          And {(checked.products - checked.first.length).toLocaleString('en')} more.
        </p>
      ) : null}
    </>
  );
}

/** What was guessed or left out, so that nobody is surprised. */
function Notes({ step }: { step: Extract<FileStep, { at: 'checked' }> }) {
  const { checked, file, wasRemembered } = step;
  const notes = [
    wasRemembered && 'Its columns were chosen as the last time.',
    checked.variants > 0 &&
      `${plural(checked.variants, 'row')} with another size or picture of the product above ${checked.variants === 1 ? 'is' : 'are'} left out.`,
    checked.unused.length > 0 && unusedNote(checked.unused),
    file.encoding === 'Windows-1252' &&
      'The file is not in UTF-8; it was read as Windows-1252. Please look at the accents.',
  ].filter((note) => note !== false);
  if (notes.length === 0) return null;
  return (
    <ul className="grid gap-1 text-sm [overflow-wrap:anywhere]">
      {notes.map((note) => (
        <li key={note}>{note}</li>
      ))}
    </ul>
  );
}

const NAMED_COLUMNS = 4;
const unusedNote = (names: readonly string[]): string =>
  names.length > NAMED_COLUMNS
    ? `${names.length} other columns are not used.`
    : `Not used: ${names.join(', ')}.`;

const SHOWN_CATEGORIES = 12;

function Categories({
  categories,
  newOnes,
}: {
  categories: CheckedFile['categories'];
  newOnes: readonly string[];
}) {
  const [showsAll, setShowsAll] = useState(false);
  const isNew = new Set(newOnes.map((name) => name.toLowerCase()));
  // The new ones first: they are what has to be looked at.
  const sorted = categories.toSorted(
    (a, b) => Number(isNew.has(b.name.toLowerCase())) - Number(isNew.has(a.name.toLowerCase())),
  );
  const shown = showsAll ? sorted : sorted.slice(0, SHOWN_CATEGORIES);
  return (
    <div className="grid gap-2">
      <h3 className="font-semibold">
        {newOnes.length === 0
          ? 'All categories are in the shop already'
          : `${plural(newOnes.length, 'category', 'categories')} will be created`}
      </h3>
      <ul className="flex flex-wrap gap-x-4 gap-y-2">
        {shown.map(({ name, products }) => (
          <li key={name} className="inline-flex items-center gap-1.5 [overflow-wrap:anywhere]">
            {name}
            <span className="text-muted-foreground text-sm">({products.toLocaleString('en')})</span>
            {isNew.has(name.toLowerCase()) ? <Badge variant="warning">New</Badge> : null}
          </li>
        ))}
      </ul>
      {sorted.length > shown.length ? (
        <Button variant="link" className="justify-self-start" onClick={() => setShowsAll(true)}>
          Show all {sorted.length} categories
        </Button>
      ) : null}
    </div>
  );
}
