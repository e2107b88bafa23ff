import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Badge } from '#design/badge.tsx';
import { Button } from '#design/button.tsx';
import { Checkbox } from '#design/checkbox.tsx';
import { type Column, DataTable } from '#design/data-table.tsx';
import { ErrorState } from '#design/error-state.tsx';
import { Price } from '#design/price.tsx';
import { ProgressBar } from '#design/progress-bar.tsx';
import { Skeleton } from '#design/skeleton.tsx';
import { useApi } from '#shared/api.tsx';
import { kobo } from '#shared/money.ts';
import { plural } from '#shared/plural.ts';
import { useShop } from '#shared/shop-context.tsx';
import type { ProductStatus } from '../../../products/product-list.ts';
import type { CatalogApi } from '../../../products/ui/product.queries.ts';
import { notCreated } from '../../import.messages.ts';
import type { CheckedFile, SentRows } from './csv-worker.ts';
import { Categories, ExistingProducts, Notes } from './upload-findings.tsx';
import type { FileStep } from './use-csv-file.ts';
import { type Created, useImport } from './use-import.ts';

type Previewed = CheckedFile['first'][number];

const COLUMNS: Column<Previewed>[] = [
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
    cell: ({ price }) => <Price amount={price ?? kobo(0)} />,
  },
  {
    id: 'featured',
    header: 'Featured',
    cell: ({ featured }) => (featured ? <Badge variant="info">Featured</Badge> : 'No'),
  },
];

/** Maximum number of existing names that are displayed. */
const MAX_NAMED = 3;

/** Previews the products of a file and creates them. */
export function UploadPreview({
  step,
  names,
  rows,
  onColumns,
  onCancel,
  onCreated,
}: {
  step: Extract<FileStep, { at: 'checked' }>;
  /** The names of all products. */
  names: () => Promise<string[]>;
  /** The rows of all products, `without` those with these indices. */
  rows: (without: number[]) => Promise<SentRows>;
  onColumns: () => void;
  onCancel: () => void;
  onCreated: (created: Created) => void;
}) {
  const { checked, file, name } = step;
  const { currency } = useShop();
  const { catalog } = useApi<CatalogApi>();
  const [includesExisting, setIncludesExisting] = useState(false);
  const [status, setStatus] = useState<ProductStatus>('published');
  const found = useQuery({
    // Not below 'admin', which changes of the shop invalidate: a retry after a lost response must send the same rows.
    queryKey: ['previewImport', step.id],
    queryFn: async ({ signal }) => {
      const categories = checked.categories.map((category) => category.name);
      const all = await names();
      const preview = await catalog.previewImport({ categories, names: all }, { signal });
      return { ...preview, firstKnown: preview.known.slice(0, MAX_NAMED).map((at) => all[at]!) };
    },
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  const known = found.data?.known ?? [];
  const without = includesExisting ? [] : known;
  const count = checked.products - without.length;
  const first = checked.first.filter((_, index) => !without.includes(index));
  const sending = useImport({
    choice: `${includesExisting ? 'all' : 'new'} ${status}`,
    file: name,
    status,
    rows: () => rows(without),
    onCreated,
  });

  return (
    <>
      <div className="grid gap-2">
        <h2 tabIndex={-1} className="font-semibold text-xl">
          {count === 0 ? 'Nothing new to create' : `${plural(count, 'product')} to create`}
        </h2>
        <p className="text-muted-foreground [overflow-wrap:anywhere]">
          From {name}
          {checked.featured > 0 ? `, ${checked.featured.toLocaleString('en')} of them featured` : ''}. Nothing
          is created yet.
        </p>
        <Notes step={step} currency={currency} />
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
          <ExistingProducts
            count={known.length}
            first={found.data.firstKnown}
            of={checked.products}
            isIncluded={includesExisting}
            disabled={sending.isBusy}
            onInclude={setIncludesExisting}
          />
          <Categories categories={checked.categories} newOnes={found.data.newCategories} />
        </>
      ) : (
        <Skeleton className="h-16" />
      )}
      {count > 0 ? (
        <Checkbox
          label="Create them as drafts, which only staff see"
          checked={status === 'draft'}
          disabled={sending.isBusy}
          onChange={({ currentTarget }) => setStatus(currentTarget.checked ? 'draft' : 'published')}
        />
      ) : null}
      <ImportState sending={sending} count={count} />
      <div className="flex flex-wrap gap-3">
        {count > 0 && !sending.isCancelFailed ? (
          <Button busy={sending.isBusy} disabled={!found.data} onClick={sending.send}>
            Create {plural(count, 'product')}
          </Button>
        ) : null}
        {sending.isBusy || sending.isCancelFailed ? (
          <Button variant="outline" busy={sending.isCancelling} onClick={sending.cancel}>
            Cancel import
          </Button>
        ) : (
          <>
            {file.templateMapping ? null : (
              <Button variant="outline" onClick={onColumns}>
                Change columns
              </Button>
            )}
            <Button variant="ghost" onClick={onCancel}>
              Choose another file
            </Button>
          </>
        )}
      </div>
      <DataTable
        caption="The first products to create"
        columns={COLUMNS}
        rows={first}
        rowId={({ row }) => String(row)}
        empty={null}
      />
      {count > first.length ? (
        <p className="text-muted-foreground">
          {first.length > 0 ? `And ${(count - first.length).toLocaleString('en')} more.` : null}
        </p>
      ) : null}
    </>
  );
}

/** The progress of the import, or the reason why nothing was created. */
function ImportState({ sending, count }: { sending: ReturnType<typeof useImport>; count: number }) {
  const { fraction, written, failure } = sending;
  if (sending.isCancelFailed) {
    return (
      <ErrorState title="The import could not be cancelled">
        It is not known whether the products were created. Cancel it again when the shop can be reached.
      </ErrorState>
    );
  }
  if (failure) {
    return (
      <ErrorState title={notCreated}>
        <ul className="grid gap-1">
          {failure.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      </ErrorState>
    );
  }
  if (sending.isCancelled) {
    return (
      <p role="status" className="border-l-4 bg-muted p-4 font-semibold">
        Cancelled. Nothing was created.
      </p>
    );
  }
  if (!sending.isBusy) return null;
  if (sending.isCancelling) return <ProgressBar value={undefined} label="Cancelling the import" />;
  const isSent = fraction === 1;
  const done = isSent ? written : Math.floor(fraction * count);
  return (
    <div className="grid gap-2">
      <ProgressBar
        // Indeterminate until the first products are written.
        value={isSent && written === 0 ? undefined : done / count}
        label={isSent ? 'Creating the products' : 'Sending the products'}
      />
      <p className="text-muted-foreground tabular-nums">
        {`${isSent ? 'Creating' : 'Sent'} ${done.toLocaleString('en')} of ${plural(count, 'product')}${isSent ? ': all of them, or none' : ''}`}
      </p>
    </div>
  );
}
