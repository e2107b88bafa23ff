import { useQuery, useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { createFileRoute, notFound, type SearchSchemaInput } from '@tanstack/react-router';
import { useEffect } from 'react';
import { BelowFold } from '#design/below-fold.tsx';
import { EmptyState } from '#design/empty-state.tsx';
import { Image } from '#design/image.tsx';
import { ShareButton } from '#design/share-button.tsx';
import { Skeleton } from '#design/skeleton.tsx';
import { useSession } from '#domains/accounts/ui/session/session.queries.ts';
import { listingSearchOf } from '#domains/catalog/products/listing.ts';
import { GALLERY_SIZES } from '#domains/catalog/products/ui/image-sizes.ts';
import { CATALOG, productQuery, relatedQuery } from '#domains/catalog/products/ui/product.queries.ts';
import { ProductCard } from '#domains/catalog/products/ui/product-card.tsx';
import { ProductGrid } from '#domains/catalog/products/ui/product-grid.tsx';
import type { ProductSummary } from '#domains/catalog/shapes.ts';
import { priceOfProduct } from '#domains/promotions/price.ts';
import { CartToggleButton } from '#domains/wishlist/ui/cart-toggle-button.tsx';
import { ProductCartActions } from '#domains/wishlist/ui/product-cart-actions.tsx';
import type { Day } from '#shared/dates.ts';
import { useLazyComponent } from '#shared/lazy-component.ts';
import { codeOf } from '#shared/messages.ts';
import { formatMoney } from '#shared/money.ts';
import { isId } from '#shared/random-id.ts';
import { useShop } from '#shared/shop-context.tsx';
import { BackLink } from '../-back-link.tsx';
import { PagePending } from '../-frame/page-pending.tsx';
import { pageHead, shopOf } from '../-head.ts';
import { useShopLive } from '../-live.ts';
import { LoadFailure } from '../-load-failure.tsx';
import { productHead } from '../-product-head.ts';
import { ProductView } from './-product-view.tsx';

const UNREAD = 'Failed to fetch product details';

interface ProductSearch {
  promotion?: string;
}

export const Route = createFileRoute('/_shop/products/$id')({
  validateSearch: (raw: ProductSearch & SearchSchemaInput): ProductSearch => {
    return { promotion: listingSearchOf({ promotion: raw.promotion }).promotion };
  },
  loader: async ({ context: { api, queryClient }, params: { id } }) => {
    if (!isId(id)) throw notFound();
    // First, because over HTTP/1.1 a browser has six connections, which the page's scripts use as well.
    const product = queryClient.query({ ...productQuery(api, id), staleTime: 'static' });
    // Its failure is ignored: the page works without 'You may also like'.
    const related = queryClient.query(relatedQuery(api, id)).catch(() => undefined);
    try {
      await product;
    } catch (error) {
      if (codeOf(error) === 'NOT_FOUND') throw notFound();
      throw error;
    }
    if (import.meta.env.SSR) await related;
  },
  head: ({ match, matches, params }) => {
    const shop = shopOf(matches);
    const { api, queryClient } = match.context;
    const found = queryClient.getQueryData(productQuery(api, params.id).queryKey);
    if (!found) {
      // 'Not found' only if the product does not exist, not if it could not be loaded.
      const title = match.status === 'error' ? UNREAD : 'Product Not Found';
      return pageHead({ shop, title, description: '' });
    }
    return productHead(shop, found.product, match.search.promotion, found.today);
  },
  component: ProductPage,
  pendingComponent: ProductPending,
  notFoundComponent: ProductNotFound,
  errorComponent: ({ error }) => (
    <LoadFailure
      error={error}
      title={UNREAD}
      back={
        <BackLink to="/products" className="mt-4">
          Back to the shop
        </BackLink>
      }
    />
  ),
});

function ProductPage() {
  useShopLive('catalog', CATALOG);
  const { id } = Route.useParams();
  const { promotion: code } = Route.useSearch();
  const { api } = Route.useRouteContext();
  const { data, error } = useSuspenseQuery(productQuery(api, id));
  const { product, today } = data;
  const { currency } = useShop();
  // Deleted, or a draft by now.
  if (codeOf(error) === 'NOT_FOUND') return <ProductNotFound />;
  const price = priceOfProduct(product, code, today);
  return (
    <ProductView
      product={product}
      actions={<ProductCartActions product={product} code={code} today={today} />}
      share={
        <ShareButton
          shared={{ kind: 'product', id, promotion: price.code }}
          name={product.name}
          text={`${product.name}, ${product.soldOut ? 'sold out' : formatMoney(price.amount, currency)}`}
        />
      }
      below={
        <BelowFold>
          <Related id={id} today={today} />
        </BelowFold>
      }
    />
  );
}

function Related({ id, today }: { id: string; today: Day }) {
  const { api } = Route.useRouteContext();
  const { data = [] } = useQuery(relatedQuery(api, id));
  if (data.length === 0) return null;
  return (
    <section aria-labelledby="related" className="wrap border-t py-10 sm:py-16">
      <h2 id="related" className="mb-5 font-display text-2xl sm:mb-8">
        You may also like
      </h2>
      <ProductGrid products={data} className="sm:grid-cols-4">
        {(product) => (
          <ProductCard
            product={product}
            today={today}
            action={<CartToggleButton product={product} today={today} />}
          />
        )}
      </ProductGrid>
    </section>
  );
}

/** What the card that was pressed knows is there at once, with the product's image already on its way. */
function ProductPending() {
  const known = useKnownProduct(Route.useParams().id);
  return (
    <PagePending>
      <div className="mx-auto grid max-w-[82rem] gap-5 pb-10 sm:px-[clamp(1rem,4vw,3rem)] sm:pt-17 lg:grid-cols-2 lg:gap-12">
        <div className="gallery-box overflow-hidden">
          {known ? (
            <Image
              image={known.image}
              alt=""
              sizes={GALLERY_SIZES}
              priority
              className="size-full object-cover"
            />
          ) : (
            <Skeleton className="size-full" />
          )}
        </div>
        <div className="grid content-start gap-4 px-4 sm:px-0">
          <div className="grid gap-2">
            {known?.category ? (
              <p className="text-muted-foreground text-sm sm:hidden">{known.category.name}</p>
            ) : null}
            {known ? (
              <h1 className={`pr-13 font-display text-2xl ${known.name.length > 60 ? '' : 'lg:text-3xl'}`}>
                {known.name}
              </h1>
            ) : (
              <Skeleton className="h-10 w-4/5" />
            )}
          </div>
          <Skeleton className="h-7 w-2/5" />
          <Skeleton className="h-13" />
          <Skeleton className="h-40" />
        </div>
      </div>
    </PagePending>
  );
}

/** A product from a list in the cache. */
function useKnownProduct(id: string): ProductSummary | undefined {
  const lists = useQueryClient().getQueriesData<ProductSummary[] | { items?: ProductSummary[] }>({
    queryKey: CATALOG,
  });
  return lists
    .flatMap(([, data]) => (Array.isArray(data) ? data : (data?.items ?? [])))
    .find((product) => product.id === id);
}

/**
 * The page of an unknown product, and of a draft for everyone: it is answered alike for all (decision 0003). Staff then
 * get the draft in the browser.
 */
function ProductNotFound() {
  const { id } = Route.useParams();
  const { user } = useSession();
  const { part: StaffDraft, want } = useLazyComponent(() =>
    import('./-staff-draft.tsx').then((module) => module.StaffDraft),
  );
  const mayBeDraft = isId(id) && (user?.role === 'admin' || user?.role === 'super_admin');
  useEffect(() => {
    if (mayBeDraft) want();
  }, [mayBeDraft, want]);
  const missing = (
    <EmptyState
      title="Product Not Found"
      heading="h1"
      className="py-24"
      link={{ to: '/products', text: 'Back to the shop' }}
    >
      It may have been sold and taken down, or the address is not complete.
    </EmptyState>
  );
  return <div>{mayBeDraft && StaffDraft ? <StaffDraft id={id} otherwise={missing} /> : missing}</div>;
}
