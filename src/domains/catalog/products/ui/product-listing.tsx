import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type ComponentType, memo, useState } from 'react';
import { nothingFound } from '#brand/copy/shopping.ts';
import { EmptyState } from '#design/empty-state.tsx';
import { ErrorState } from '#design/error-state.tsx';
import { LinkButton } from '#design/link-button.tsx';
import { Pagination } from '#design/pagination.tsx';
import { useApi } from '#shared/api.tsx';
import { closeText } from '#shared/close-words.ts';
import type { Day } from '#shared/dates.ts';
import { isOfConnection, notOnDevice } from '#shared/messages.ts';
import type { Listing, ProductSummary } from '../../shapes.ts';
import { countText, type ListingSearch } from '../listing.ts';
import { type CatalogApi, listingQuery } from './product.queries.ts';
import { ProductCard } from './product-card.tsx';
import { ProductGrid, ProductGridSkeleton } from './product-grid.tsx';

/** Cards visible without scrolling on a phone: their images are loaded first. */
const FIRST_VIEW = 2;

/** The last defined value: rows stay while the next ones load or fail. */
function useLast<T>(value: T | undefined): T | undefined {
  const [last, setLast] = useState(value);
  if (value !== undefined && value !== last) setLast(value);
  return value ?? last;
}

/** The list of these search parameters, with its states. */
export function useListing(search: ListingSearch) {
  const query = useQuery(listingQuery(useApi<CatalogApi>(), search));
  const listing = useLast<Listing>(query.data);
  return {
    listing,
    /** The rows belong to other search parameters, or there are none. */
    pending: query.data === undefined && !query.isError,
    failed: query.isError,
    error: query.error,
    retrying: query.isFetching,
    retry: () => void query.refetch(),
    /** The response to exactly these search parameters. */
    answer: query.data,
  };
}

/** The action on a card: the cart button. */
type Action = ComponentType<{ product: ProductSummary; today: Day; code?: string }>;

/** Not rendered again while the next rows are on their way: that would delay the answer to a press. */
const ListedProduct = memo(function ListedProduct({
  priority,
  action: Button,
  ...seen
}: {
  product: ProductSummary;
  today: Day;
  code?: string;
  priority: boolean;
  action?: Action;
}) {
  return <ProductCard {...seen} priority={priority} action={Button ? <Button {...seen} /> : undefined} />;
});

/** Count, rows and pages of a list, or its empty state. */
export function ProductListing({
  search,
  state,
  action,
}: {
  search: ListingSearch;
  state: ReturnType<typeof useListing>;
  action?: Action;
}) {
  const { listing, pending, failed } = state;
  const failure = failed ? (
    <ErrorState
      title="Failed to fetch products"
      error={state.error}
      onRetry={state.retry}
      busy={state.retrying}
      className="mb-6"
    >
      {isOfConnection(state.error) && navigator.serviceWorker?.controller
        ? notOnDevice('list')
        : 'The connection may have dropped. What you chose is kept.'}
    </ErrorState>
  ) : null;
  if (!listing) return failure ?? <ProductGridSkeleton />;
  const code = listing.promotion?.code;
  const card = (product: ProductSummary, priority: boolean) => (
    <ListedProduct product={product} today={listing.today} code={code} priority={priority} action={action} />
  );
  const isEmpty = listing.items.length === 0;
  return (
    <>
      <h2 className="sr-only">Products</h2>
      <p role="status" className="mb-4 text-muted-foreground text-sm">
        {pending || failed
          ? '\u00a0'
          : countText(listing.total, listing.capped, listing.category?.name, search.search)}
      </p>
      {failure}
      {isEmpty && pending ? (
        <ProductGridSkeleton />
      ) : isEmpty ? (
        failed ? null : listing.close.length > 0 ? (
          <p className="mb-8 font-semibold">No products found</p>
        ) : (
          <NothingFound search={search} />
        )
      ) : (
        <ProductGrid products={listing.items} busy={pending}>
          {(product, place) => card(product, place < FIRST_VIEW)}
        </ProductGrid>
      )}
      <Pagination
        page={search.page ?? 1}
        pageCount={listing.pageCount}
        className="mt-12 border-t pt-6"
        renderLink={(page, { children, ...link }) => (
          <Link to="/products" search={{ ...search, page: page === 1 ? undefined : page }} {...link}>
            {children}
          </Link>
        )}
      />
      {(isEmpty && pending ? [] : listing.close).map(({ word, by, items }, at) => (
        <section
          key={word}
          aria-label={closeText(word, by)}
          className={isEmpty && at === 0 ? 'mt-2' : 'mt-14'}
        >
          <h2 className="mb-5 font-display text-2xl">{closeText(word, by)}</h2>
          <ProductGrid products={items} busy={pending}>
            {(product, place) => card(product, isEmpty && at === 0 && place < FIRST_VIEW)}
          </ProductGrid>
        </section>
      ))}
    </>
  );
}

function NothingFound({ search }: { search: ListingSearch }) {
  const { search: query, page: _, ...without } = search;
  return (
    <EmptyState
      title="No products found"
      action={
        <div className="flex flex-wrap justify-center gap-3">
          {query && (search.category || search.promotion) ? (
            <LinkButton variant="outline" to="/products" search={without}>
              Clear the search
            </LinkButton>
          ) : null}
          <LinkButton to="/products" search={{}}>
            See everything
          </LinkButton>
        </div>
      }
    >
      {query ? nothingFound.bySearch(query) : nothingFound.atAll}
    </EmptyState>
  );
}
