import { Link } from '@tanstack/react-router';
import { Pencil, Shirt, Star, Trash2 } from 'lucide-react';
import { useEffect, useMemo, useRef, useState } from 'react';
import { Badge } from '#design/badge.tsx';
import { Button } from '#design/button.tsx';
import { cn } from '#design/cn.ts';
import { ConfirmDialog } from '#design/confirm-dialog.tsx';
import type { Column } from '#design/data-table.tsx';
import { EmptyState } from '#design/empty-state.tsx';
import { IconButton } from '#design/icon-button.tsx';
import { Image } from '#design/image.tsx';
import { LinkButton } from '#design/link-button.tsx';
import { ListChips } from '#design/list-chips.tsx';
import { ListTable } from '#design/list-screen.tsx';
import { Price } from '#design/price.tsx';
import { SearchBox } from '#design/search-box.tsx';
import { useListSearch } from '#design/use-list-search.ts';
import { useRememberedPage } from '#design/use-remembered-page.ts';
import { useSelection } from '#design/use-selection.ts';
import { useSteadyPage } from '#design/use-steady-page.ts';
import { useApi } from '#shared/api.tsx';
import { koboOfNaira } from '#shared/money.ts';
import { allCategoriesQuery } from '../../../categories/ui/admin/category.queries.ts';
import type { ProductSummary } from '../../../shapes.ts';
import { listFailed } from '../../product-admin.messages.ts';
import type { ProductSort } from '../../product-list.ts';
import {
  type ProductsApi,
  type ProductsSearch,
  productListQuery,
  useDeleteProduct,
  useSetFeatured,
} from './product-admin.queries.ts';
import { ProductCategoryChips } from './product-category-chips.tsx';
import { ProductSelection } from './product-selection.tsx';

/** All products: searched, filtered, sorted and paged by the URL. */
export function ProductList() {
  const api = useApi<ProductsApi>();
  const { search, show, narrow, searchBox } = useListSearch<ProductsSearch>();
  const list = useSteadyPage(productListQuery(api, search));
  const categories = useRememberedPage(allCategoriesQuery(api));
  const [deleting, setDeleting] = useState<ProductSummary>();
  const columns = useMemo(() => columnsFor(setDeleting), []);
  const count = useRef<HTMLParagraphElement>(null);
  const { data } = list;
  const selection = useSelection(data, search);

  // If its last row was deleted, or the link was outdated, the URL is set to the displayed page.
  const isAnswer = data !== undefined && !list.busy && !list.error;
  useEffect(() => {
    if (!isAnswer || data.page === (search.page ?? 1)) return;
    show({ ...search, page: data.page === 1 ? undefined : data.page }, { replace: true });
  }, [isAnswer, data, search, show]);

  const remove = useDeleteProduct({
    onDone: () => {
      setDeleting(undefined);
      // The row that had the focus has been removed.
      count.current?.focus({ preventScroll: true });
    },
  });

  return (
    <div className="grid grid-cols-1 gap-4">
      <ListChips />
      <SearchBox label="Search by name or description" {...searchBox} className="sm:max-w-md" />
      <ProductCategoryChips list={categories.data} search={search} />
      <ListTable
        caption="Products"
        columns={columns}
        list={list}
        above={
          <p ref={count} tabIndex={-1} aria-live="polite" className="min-h-6 text-muted-foreground">
            {data ? shownOf(data) : null}
          </p>
        }
        newRow="product"
        selecting={{
          selection,
          labelOf: ({ name }) => name,
          bar: (
            <ProductSelection
              selection={selection}
              search={search}
              categories={categories.data?.categories ?? []}
            />
          ),
        }}
        failed={listFailed}
        sorting={{
          current: search.sort,
          onSort: (sort) => narrow({ sort: sort as ProductSort | undefined }),
        }}
        empty={<NoProducts all={data?.all ?? 0} />}
      />
      <ConfirmDialog
        open={deleting !== undefined}
        onOpenChange={(open) => !open && setDeleting(undefined)}
        title="Are you sure you want to delete this product?"
        description={`“${deleting?.name}” is deleted for good, with its images. Orders that contain it keep their item and its image.`}
        confirmLabel="Delete"
        busy={remove.isPending}
        onConfirm={() => deleting && remove.mutate(deleting.id)}
      />
    </div>
  );
}

const shownOf = ({ total, all, capped }: { total: number; all: number; capped: boolean }) =>
  `Showing ${total.toLocaleString('en')}${capped ? '+' : ''} of ${all.toLocaleString('en')} products`;

function NoProducts({ all }: { all: number }) {
  return (
    <EmptyState
      icon={<Shirt />}
      title="No products found"
      action={
        <Button asChild variant="outline">
          {all === 0 ? (
            <Link to="/admin/products/create">New Product</Link>
          ) : (
            <Link to="/admin/products" search={{}} activeOptions={{ exact: true }}>
              Show all products
            </Link>
          )}
        </Button>
      }
    >
      {all === 0 ? 'The shop is still empty.' : 'No product matches this search and category.'}
    </EmptyState>
  );
}

/** The width of the image at the left of a card. */
const BESIDE_IMAGE = 'max-sm:pl-12';

function NameCell({ product }: { product: ProductSummary }) {
  const { name, promotion, image } = product;
  return (
    <span className="flex items-center gap-3">
      {/* Needs its own element: an image's sources are boxes too. On a card it is beside all cells. */}
      <span className="shrink-0 max-sm:absolute max-sm:top-2.5 max-sm:left-3 max-sm:w-9 sm:w-14">
        <Image image={image} alt="" sizes="5rem" className="aspect-[4/5] object-cover" />
      </span>
      <span className="min-w-0 text-base max-sm:leading-5 sm:grid sm:justify-items-start sm:gap-1">
        <span className="min-w-0 break-words">{name}</span>{' '}
        {promotion ? (
          <Badge variant="outline" className="max-sm:py-0 max-sm:leading-4.5">
            {promotion.code}
          </Badge>
        ) : null}
      </span>
    </span>
  );
}

function columnsFor(onDelete: (product: ProductSummary) => void): Column<ProductSummary>[] {
  return [
    {
      id: 'name',
      header: 'Name',
      sortable: true,
      chief: true,
      className: BESIDE_IMAGE,
      cell: (product) => <NameCell product={product} />,
    },
    {
      id: 'category',
      header: 'Category',
      className: 'max-sm:hidden',
      cell: ({ category }) => category?.name ?? <span className="text-muted-foreground">No category</span>,
    },
    {
      id: 'price',
      header: 'Price',
      sortable: true,
      bare: true,
      align: 'end',
      // On a phone's card it is beside the category and the buttons.
      className: cn('max-sm:col-span-1', BESIDE_IMAGE),
      cell: ({ price, category }) => (
        <>
          <span className="block truncate text-muted-foreground text-sm sm:hidden">
            {category?.name ?? 'No category'}
          </span>
          <Price amount={koboOfNaira(price)} />
        </>
      ),
    },
    {
      id: 'actions',
      header: 'Actions',
      bare: true,
      align: 'end',
      className: 'max-sm:col-span-1',
      cell: (product) => <ProductRowActions product={product} onDelete={() => onDelete(product)} />,
    },
  ];
}

/** The buttons of a product's row: featured, edit, delete. */
function ProductRowActions({ product, onDelete }: { product: ProductSummary; onDelete: () => void }) {
  const { id, name, featured } = product;
  const setFeatured = useSetFeatured();
  return (
    <div className="flex items-center justify-end gap-1">
      <IconButton
        label={`Featured: ${name}`}
        aria-pressed={featured}
        title={featured ? 'Featured; press to take it off' : 'Feature it on the front page'}
        busy={setFeatured.isPending}
        onClick={() => setFeatured.mutate({ id, name, featured: !featured })}
      >
        <Star
          aria-hidden="true"
          className={cn(featured ? 'fill-current text-gold' : 'text-muted-foreground')}
        />
      </IconButton>
      <LinkButton
        variant="ghost"
        size="icon"
        to="/admin/products/$id"
        params={{ id }}
        aria-label={`Edit ${name}`}
        title="Edit"
      >
        <Pencil aria-hidden="true" />
      </LinkButton>
      <IconButton label={`Delete ${name}`} title="Delete" onClick={onDelete} className="hover:text-danger">
        <Trash2 aria-hidden="true" />
      </IconButton>
    </div>
  );
}
