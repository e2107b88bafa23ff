import { useQuery } from '@tanstack/react-query';
import { Link, useRouter } from '@tanstack/react-router';
import { type ReactNode, useEffect } from 'react';
import { Price } from '#design/price.tsx';
import { CATALOG, type CatalogApi } from '#domains/catalog/products/ui/product.queries.ts';
import { useApi } from '#shared/api.tsx';
import { codeOf } from '#shared/messages.ts';
import { koboOfNaira } from '#shared/money.ts';
import { useShopLive } from '../-live.ts';
import { ProductView } from './-product-view.tsx';

/**
 * A draft on its page of the shop, read as staff and never cached; `otherwise` for an unknown product, and until it is
 * read. Once it is published, the page is loaded.
 */
export function StaffDraft({ id, otherwise }: { id: string; otherwise: ReactNode }) {
  const { catalog } = useApi<CatalogApi>();
  const router = useRouter();
  useShopLive('catalog', CATALOG);
  const { data: product } = useQuery({
    queryKey: [...CATALOG, 'getForAdmin', id],
    queryFn: ({ signal }) => catalog.getForAdmin({ id }, { signal }),
    gcTime: 0,
    // An answered error, such as NOT_FOUND, is not retried.
    retry: (times, error) => times < 2 && codeOf(error) === undefined,
  });
  const isPublished = product?.status === 'published';
  useEffect(() => {
    if (isPublished) void router.invalidate();
  }, [isPublished, router]);
  const name = product?.name;
  useEffect(() => {
    if (!name) return;
    const before = document.title;
    document.title = `Draft: ${name}`;
    return () => {
      if (document.title === `Draft: ${name}`) document.title = before;
    };
  }, [name]);
  if (product?.status !== 'draft') return otherwise;
  return (
    <>
      <div role="status" className="border-warning border-b-2 bg-warning-soft text-warning">
        <p className="wrap flex flex-wrap items-center gap-x-4 py-1 font-semibold">
          Draft: only staff see this page
          <Link to="/admin/products/$id" params={{ id }} className="link py-2">
            Edit
          </Link>
        </p>
      </div>
      <ProductView
        product={product}
        actions={
          <Price amount={koboOfNaira(product.price)} className="px-4 text-lg leading-6 sm:px-0 sm:text-xl" />
        }
      />
    </>
  );
}
