import { useQuery, useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { createFileRoute, Link, notFound, type SearchSchemaInput } from '@tanstack/react-router';
import { orderingSteps } from '#brand/copy/shopping.ts';
import { EmptyState } from '#design/empty-state.tsx';
import { Skeleton } from '#design/skeleton.tsx';
import { listingSearchOf } from '#domains/catalog/products/listing.ts';
import { CATALOG, productQuery, relatedQuery } from '#domains/catalog/products/ui/product.queries.ts';
import { ProductCard } from '#domains/catalog/products/ui/product-card.tsx';
import { ProductGallery } from '#domains/catalog/products/ui/product-gallery.tsx';
import { ProductGrid } from '#domains/catalog/products/ui/product-grid.tsx';
import type { Product, ProductSummary } from '#domains/catalog/shapes.ts';
import { CartToggleButton } from '#domains/wishlist/ui/cart-toggle-button.tsx';
import { ProductCartActions } from '#domains/wishlist/ui/product-cart-actions.tsx';
import type { Day } from '#shared/dates.ts';
import { codeOf } from '#shared/messages.ts';
import { isId } from '#shared/random-id.ts';
import { PagePending } from '../-frame/page-pending.tsx';
import { pageHead, shopOf } from '../-head.ts';
import { useShopLive } from '../-live.ts';
import { LoadFailure } from '../-load-failure.tsx';
import { productHead } from '../-product-head.ts';

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
    // Its failure is ignored: the page works without 'You may also like'.
    const related = queryClient.query(relatedQuery(api, id)).catch(() => undefined);
    try {
      await queryClient.query({ ...productQuery(api, id), staleTime: 'static' });
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
  errorComponent: ({ error }) => <LoadFailure error={error} title={UNREAD} />,
});

function ProductPage() {
  useShopLive('catalog', CATALOG);
  const { id } = Route.useParams();
  const { promotion: code } = Route.useSearch();
  const { api } = Route.useRouteContext();
  const { data } = useSuspenseQuery(productQuery(api, id));
  const { product, today } = data;
  return (
    <div>
      <div className="wrap hidden pt-4 sm:block">
        <ProductTrail product={product} />
      </div>
      <div className="mx-auto grid max-w-[82rem] gap-5 pb-10 sm:px-[clamp(1rem,4vw,3rem)] sm:pt-4 lg:grid-cols-2 lg:gap-12">
        {/* The key resets the gallery to the first image of another product. */}
        <ProductGallery key={product.id} product={product} />
        {/* On a phone its children are in the grid directly, so that the buttons can stick beside the
            image. */}
        <div className="contents lg:sticky lg:top-24 lg:grid lg:content-start lg:gap-5 lg:self-start">
          <div className="grid gap-2 px-4 sm:px-0 lg:gap-3">
            {product.category ? (
              <Link
                to="/products"
                search={{ category: product.category.slug }}
                className="link w-fit text-muted-foreground text-sm sm:hidden"
              >
                {product.category.name}
              </Link>
            ) : null}
            {/* Limits the size of very long names, which would push the rest out of the first view. */}
            <h1 className={`font-display text-2xl ${product.name.length > 60 ? '' : 'lg:text-3xl'}`}>
              {product.name}
            </h1>
          </div>
          <ProductCartActions product={product} code={code} today={today} />
          <div className="mx-4 grid max-w-prose gap-3 sm:mx-0 sm:border-t sm:pt-5">
            <h2 className="sr-only">Description</h2>
            {product.description.split(/\n\s*\n/).map((paragraph) => (
              <p key={paragraph} className="whitespace-pre-line">
                {paragraph}
              </p>
            ))}
          </div>
          <ol className="mx-4 grid border-t text-muted-foreground text-sm sm:mx-0 [&>li]:border-b [&>li]:py-3">
            {orderingSteps.map((step) => (
              <li key={step}>{step}</li>
            ))}
          </ol>
        </div>
      </div>
      <Related id={id} today={today} />
    </div>
  );
}

const crumbLook = 'flex items-center gap-x-2 [&_a:hover]:underline [&_a]:py-2';

function ProductTrail({ product }: { product: Product }) {
  return (
    <nav aria-label="Breadcrumb" className="text-muted-foreground text-sm">
      <ol className="flex flex-wrap items-center gap-x-2">
        <li className={crumbLook}>
          <Link to="/products" search={{}} activeOptions={{ exact: true }}>
            The shop
          </Link>
          <span aria-hidden="true">/</span>
        </li>
        {product.category ? (
          <li className={crumbLook}>
            <Link to="/products" search={{ category: product.category.slug }}>
              {product.category.name}
            </Link>
            <span aria-hidden="true">/</span>
          </li>
        ) : null}
        <li aria-current="page" className="text-foreground">
          <span className="block max-w-[40ch] truncate">{product.name}</span>
        </li>
      </ol>
    </nav>
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

function ProductPending() {
  const name = useKnownName(Route.useParams().id);
  return (
    <PagePending>
      <div className="mx-auto grid max-w-[82rem] gap-5 pb-10 sm:px-[clamp(1rem,4vw,3rem)] sm:pt-14 lg:grid-cols-2 lg:gap-12">
        <Skeleton className="aspect-4/5" />
        <div className="grid content-start gap-4 px-4 sm:px-0">
          {name ? <h1 className="font-display text-2xl">{name}</h1> : <Skeleton className="h-10 w-4/5" />}
          <Skeleton className="h-7 w-2/5" />
          <Skeleton className="h-13" />
          <Skeleton className="h-40" />
        </div>
      </div>
    </PagePending>
  );
}

/** The name of a product from a list in the cache. */
function useKnownName(id: string): string | undefined {
  const lists = useQueryClient().getQueriesData<ProductSummary[] | { items?: ProductSummary[] }>({
    queryKey: CATALOG,
  });
  return lists
    .flatMap(([, data]) => (Array.isArray(data) ? data : (data?.items ?? [])))
    .find((product) => product.id === id)?.name;
}

function ProductNotFound() {
  return (
    <div>
      <EmptyState
        title="Product Not Found"
        heading="h1"
        className="py-24"
        link={{ to: '/products', text: 'Back to the shop' }}
      >
        It may have been sold and taken down, or the address is not complete.
      </EmptyState>
    </div>
  );
}
