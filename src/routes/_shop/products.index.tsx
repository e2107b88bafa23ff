import { useSuspenseQuery } from '@tanstack/react-query';
import { createFileRoute, redirect, type SearchSchemaInput } from '@tanstack/react-router';
import { useEffect } from 'react';
import { listDescription } from '#brand/copy/shopping.ts';
import { PageHeading } from '#design/page-heading.tsx';
import { ShareButton } from '#design/share-button.tsx';
import { Skeleton } from '#design/skeleton.tsx';
import { CategoryChips } from '#domains/catalog/categories/ui/category-chips.tsx';
import { type ListingSearch, listingSearchOf } from '#domains/catalog/products/listing.ts';
import { ListingControls } from '#domains/catalog/products/ui/listing-controls.tsx';
import { CATALOG, categoriesQuery, listingQuery } from '#domains/catalog/products/ui/product.queries.ts';
import { ProductGridSkeleton } from '#domains/catalog/products/ui/product-grid.tsx';
import { ProductListing, useListing } from '#domains/catalog/products/ui/product-listing.tsx';
import { PromotionLine } from '#domains/catalog/products/ui/promotion-line.tsx';
import type { Listing, MenuCategory } from '#domains/catalog/shapes.ts';
import { isActiveOn } from '#domains/promotions/price.ts';
import { titleOf as promotionTitle } from '#domains/promotions/ui/promotion-words.ts';
import { CartToggleButton } from '#domains/wishlist/ui/cart-toggle-button.tsx';
import { excerpt } from '#shared/excerpt.ts';
import { type Shared, shareImagePath } from '#shared/share-image.ts';
import { useShop } from '#shared/shop-context.tsx';
import { PagePending } from '../-frame/page-pending.tsx';
import { breadcrumbJsonLd, categoryPath, pageHead, shopOf } from '../-head.ts';
import { useShopLive } from '../-live.ts';
import { LoadFailure } from '../-load-failure.tsx';

export const Route = createFileRoute('/_shop/products/')({
  validateSearch: (raw: ListingSearch & SearchSchemaInput): ListingSearch => listingSearchOf({ ...raw }),
  // Without unknown parameters, which the server's page ignored as well.
  loaderDeps: ({ search }) => listingSearchOf({ ...search }),
  loader: ({ context: { api, queryClient }, deps }) => {
    const list = listingQuery(api, deps);
    const categories = categoriesQuery(api);
    const readCategories = () => queryClient.query({ ...categories, staleTime: 'static' });
    if (import.meta.env.SSR) {
      // Awaited together: on a server an unhandled rejection ends the process.
      const both = Promise.all([queryClient.query({ ...list, staleTime: 'static' }), readCategories()]);
      return both.then(([listing]) => {
        const canonical = canonicalSearch(deps, listing);
        if (canonical) throw redirect({ to: '/products', search: canonical, statusCode: 301 });
      });
    }
    // Not awaited: search box and chips stay in place, and the list shows that it is loading.
    void queryClient.query(list).catch(() => undefined);
    // At once if the categories are there: while a loader is waited for, the pending page may take the focus.
    return queryClient.getQueryData(categories.queryKey) ? undefined : readCategories().then(() => undefined);
  },
  head: ({ match, matches }) => {
    const { api, queryClient } = match.context;
    const asked = listingSearchOf({ ...match.search });
    const { category: slug, search, page } = asked;
    const listing = queryClient.getQueryData(listingQuery(api, asked).queryKey);
    const categories = queryClient.getQueryData(categoriesQuery(api).queryKey) ?? [];
    const category = categories.find((one) => one.slug === slug);
    const shop = shopOf(matches);
    const shared = sharedBy(listing, category);
    const query = new URLSearchParams({
      ...(slug ? { category: slug } : {}),
      ...(page ? { page: String(page) } : {}),
    }).toString();
    return pageHead({
      shop,
      title: titleOf(asked, category?.name, listing),
      description: excerpt(category?.description || listDescription(shop?.name ?? '')),
      // Search engines should not index search results.
      path: search ? undefined : `/products${query && `?${query}`}`,
      // Revalidated: the lowest price may be on another page.
      image: shared && shareImagePath(shared),
      jsonLd:
        listing && shop
          ? [itemList(listing, shop.publicUrl), breadcrumbJsonLd(shop, breadcrumbsOf(category, categories))]
          : [],
    });
  },
  component: Products,
  pendingComponent: ProductsPending,
  errorComponent: ({ error }) => <LoadFailure error={error} title="Failed to fetch products" />,
});

/**
 * The canonical search parameters, if the list was requested by an old slug, a name, or a page past its end.
 */
function canonicalSearch(search: ListingSearch, listing: Listing): ListingSearch | undefined {
  const category = listing.category?.slug ?? search.category;
  if (category === search.category && listing.page === (search.page ?? 1)) return undefined;
  return listingSearchOf({ ...search, category, page: listing.page });
}

function titleOf(search: ListingSearch, category: string | undefined, listing: Listing | undefined): string {
  if (search.search) return `“${search.search}”`;
  return category ?? (listing?.promotion ? promotionTitle(listing.promotion) : 'The shop');
}

/** What a list shows, if it is a running promotion or a category that is not hidden. */
function sharedBy(listing: Listing | undefined, category: MenuCategory | undefined): Shared | undefined {
  if (listing?.promotion) {
    const { code } = listing.promotion;
    return isActiveOn(listing.promotion, listing.today) ? { kind: 'promotion', code } : undefined;
  }
  return listing && category && { kind: 'category', slug: category.slug };
}

/** The categories that contain a category, and itself, from the top level down. */
function breadcrumbsOf(
  category: MenuCategory | undefined,
  all: readonly MenuCategory[],
): { name: string; path: string }[] {
  if (!category) return [];
  const { name, slug, parentId } = category;
  const above = all.find(({ id }) => id === parentId);
  return [...breadcrumbsOf(above, all), { name, path: categoryPath(slug) }];
}

const itemList = (listing: Listing, publicUrl: string) => ({
  '@type': 'ItemList',
  numberOfItems: listing.total,
  itemListElement: listing.items.map((product, place) => ({
    '@type': 'ListItem',
    position: (listing.page - 1) * 12 + place + 1,
    url: `${publicUrl}/products/${product.id}`,
    name: product.name,
  })),
});

function Products() {
  useShopLive('catalog', CATALOG);
  const search = listingSearchOf({ ...Route.useSearch() });
  const navigate = Route.useNavigate();
  const { api } = Route.useRouteContext();
  const { data: categories } = useSuspenseQuery(categoriesQuery(api));
  const state = useListing(search);
  const shop = useShop();
  const category = categories.find((one) => one.slug === search.category);

  const canonical = state.answer && canonicalSearch(search, state.answer);
  useEffect(() => {
    if (canonical) void navigate({ search: canonical, replace: true, resetScroll: false });
  });

  return (
    <div className="wrap pt-8 pb-16 sm:pt-12">
      <PageHeading
        title={category?.name ?? 'The shop'}
        lead={category?.description || undefined}
        actions={
          category && !search.promotion ? (
            <ShareButton
              shared={{ kind: 'category', slug: category.slug }}
              name={category.name}
              text={`${category.name}, ${shop.name}`}
            />
          ) : undefined
        }
        className="mb-6 sm:mb-8"
      />
      <div className="mb-5 grid gap-4">
        <CategoryChips categories={categories} search={search} />
        <ListingControls
          search={search}
          hits={state.answer?.total}
          onChange={(change) =>
            void navigate({
              search: (now) =>
                listingSearchOf({ ...listingSearchOf({ ...now }), page: undefined, ...change }),
              replace: true,
              resetScroll: false,
            })
          }
        />
      </div>
      {search.promotion ? <PromotionLine search={search} listing={state.answer} /> : null}
      <ProductListing search={search} state={state} action={CartToggleButton} />
    </div>
  );
}

function ProductsPending() {
  return (
    <PagePending>
      <div className="wrap pt-8 pb-16 sm:pt-12">
        {/* The shop's default heading; a category's name loads with the categories. */}
        {Route.useSearch().category ? (
          <Skeleton className="mb-6 h-10 w-3/5 max-w-sm sm:mb-8" />
        ) : (
          <PageHeading title="The shop" className="mb-6 sm:mb-8" />
        )}
        <Skeleton className="mb-4 h-11" />
        <Skeleton className="mb-5 h-11" />
        <ProductGridSkeleton />
      </div>
    </PagePending>
  );
}
