import { useQuery } from '@tanstack/react-query';
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
import { Categories, Known, Notes, plural } from './upload-findings.tsx';
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

/** What the file would create; creates it. */
export function UploadPreview({
  step,
  names,
  rows,
  onColumns,
  onCancel,
  onCreated,
}: {
  step: Extract<FileStep, { at: 'checked' }>;
  /** Of all its products. */
  names: () => Promise<string[]>;
  rows: () => Promise<SentRows>;
  onColumns: () => void;
  onCancel: () => void;
  onCreated: (created: { products: number; categories: number }) => void;
}) {
  const { checked, file, name } = step;
  const { currency } = useShop();
  const { catalog } = useApi<CatalogApi>();
  const found = useQuery({
    queryKey: ['admin', 'catalog', 'previewImport', step.idempotencyKey],
    queryFn: async ({ signal }) => {
      const categories = checked.categories.map((category) => category.name);
      return catalog.previewImport({ categories, names: await names() }, { signal });
    },
    staleTime: 0,
    gcTime: 0,
  });
  const sending = useImport({ idempotencyKey: step.idempotencyKey, rows, onCreated });

  return (
    <>
      <div className="grid gap-2">
        <h2 tabIndex={-1} className="font-semibold text-xl">
          {plural(checked.products, 'product')} to create
        </h2>
        <p className="text-muted-foreground [overflow-wrap:anywhere]">
          From {name}
          {checked.featured > 0 ? `, ${checked.featured.toLocaleString('en')} of them featured` : ''}. Nothing
          is created until you say so.
        </p>
        <Notes step={step} />
      </div>
      {found.isError ? (
        <ErrorState
          title="The file could not be compared with the shop"
          error={found.error}
          onRetry={() => void found.refetch()}
          busy={found.isFetching}
        />
      ) : found.data ? (
        <>
          <Known known={found.data.known} first={found.data.firstKnown} of={checked.products} />
          <Categories categories={checked.categories} newOnes={found.data.newCategories} />
        </>
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
        <Button busy={sending.isBusy} disabled={!found.data} onClick={sending.send}>
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
