import { type ReactNode, useEffect } from 'react';
import { ErrorState } from '#design/error-state.tsx';
import { Skeleton } from '#design/skeleton.tsx';
import { toast } from '#design/toast.ts';
import { useRememberedPage } from '#design/use-remembered-page.ts';
import { useApi } from '#shared/api.tsx';
import { codeOf } from '#shared/messages.ts';
import type { AdminProduct } from '../../product-admin.contract.ts';
import { productFailed, productMissing } from '../../product-admin.messages.ts';
import { editedProductQuery, type ProductsApi } from './product-admin.queries.ts';

/**
 * Loads the edited product; `children` render it. A missing product is reported and `onMissing` navigates away;
 * one deleted during editing leaves the form's input.
 */
export function ProductEdit({
  id,
  onMissing,
  children,
}: {
  id: string;
  onMissing: () => void;
  children: (product: AdminProduct) => ReactNode;
}) {
  const { data, error, busy, retry } = useRememberedPage(editedProductQuery(useApi<ProductsApi>(), id));
  const isUnknown = data === undefined && ['NOT_FOUND', 'BAD_INPUT'].includes(codeOf(error) ?? '');
  useEffect(() => {
    if (!isUnknown) return;
    toast.error(productMissing, { id: 'product-gone' });
    onMissing();
  }, [isUnknown, onMissing]);

  if (isUnknown) return null;
  if (!data && error) {
    return (
      <ErrorState title={productFailed.title} error={error} onRetry={retry} busy={busy}>
        {productFailed.description}
      </ErrorState>
    );
  }
  if (!data) {
    return (
      <div role="status" aria-label="Loading the product" className="grid max-w-2xl gap-5">
        <Skeleton className="h-11" />
        <Skeleton className="h-40" />
        <Skeleton className="h-11" />
      </div>
    );
  }
  return (
    <>
      {error ? (
        <ErrorState
          title={codeOf(error) === 'NOT_FOUND' ? productMissing : productFailed.title}
          error={error}
          onRetry={retry}
          busy={busy}
          className="mb-6"
        >
          {codeOf(error) === 'NOT_FOUND'
            ? 'Another staff member deleted it. What you typed is still here.'
            : productFailed.description}
        </ErrorState>
      ) : null}
      {children(data)}
    </>
  );
}
