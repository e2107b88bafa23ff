import { Link } from '@tanstack/react-router';
import { Shirt } from 'lucide-react';
import { type ComponentProps, useEffect, useMemo, useRef, useState } from 'react';
import { Badge } from '#design/badge.tsx';
import { Button } from '#design/button.tsx';
import { cn } from '#design/cn.ts';
import { ConfirmDialog } from '#design/confirm-dialog.tsx';
import { actionsColumn, type Column } from '#design/data-table.tsx';
import { EmptyState } from '#design/empty-state.tsx';
import { Image } from '#design/image.tsx';
import { ListChips } from '#design/list-chips.tsx';
import { ListTable } from '#design/list-screen.tsx';
import { PresenceBadge } from '#design/presence.tsx';
import { Price } from '#design/price.tsx';
import { SearchBox } from '#design/search-box.tsx';
import { Select } from '#design/select.tsx';
import { useListSearch } from '#design/use-list-search.ts';
import { useRememberedPage } from '#design/use-remembered-page.ts';
import { useSelection } from '#design/use-selection.ts';
import { useSteadyPage } from '#design/use-steady-page.ts';
import { useApi } from '#shared/api.tsx';
import { koboOfNaira } from '#shared/money.ts';
import { formatCount } from '#shared/plural.ts';
import { allCategoriesQuery } from '../../../categories/ui/admin/category.queries.ts';
import type { AdminSummary } from '../../product-admin.contract.ts';
import { listFailed } from '../../product-admin.messages.ts';
import { PRODUCT_STATES, type ProductSort, type ProductState, STATUS_LABELS } from '../../product-list.ts';
import {
  type ProductsApi,
  type ProductsSearch,
  productListQuery,
  useDeleteProduct,
} from './product-admin.queries.ts';
import { ProductCategoryChips } from './product-category-chips.tsx';
import { ProductRowActions } from './product-row-actions.tsx';
import { ProductSelection } from './product-selection.tsx';

/** All products: searched, filtered, sorted and paged by the URL. */
export function ProductList() {
  const api = useApi<ProductsApi>();
  const { search, show, narrow, searchBox } = useListSearch<ProductsSearch>();
  const list = useSteadyPage(productListQuery(api, search));
  const categories = useRememberedPage(allCategoriesQuery(api));
  const [deleting, setDeleting] = useState<AdminSummary>();
  const columns = useMemo(() => columnsFor(setDeleting), []);
  const count = useRef<HTMLParagraphElement>(null);
  const { data } = list;
  const selection = useSelection(list, search);

  // If its last row was deleted, or the link was outdated, the URL is set to the displayed page.
  const isAnswer = data !== undefined && !list.busy && !list.error;
  useEffect(() => {
    if (!isAnswer || data.page === (search.page ?? 1)) return;
    show((now) => ({ ...now, page: data.page === 1 ? undefined : data.page }), { replace: true });
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
      <div className="grid grid-cols-[minmax(0,1fr)_9rem] gap-2 sm:max-w-2xl sm:grid-cols-[minmax(0,1fr)_11rem] sm:gap-3">
        <SearchBox label="Search by name or description" {...searchBox} />
        <Select
          aria-label="Status"
          value={search.status ?? ''}
          onChange={({ currentTarget: { value } }) =>
            narrow({ status: PRODUCT_STATES.find((state) => state === value) })
          }
        >
          <option value="">Any status</option>
          {PRODUCT_STATES.map((state) => (
            <option key={state} value={state}>
              {STATE_LABELS[state]}
            </option>
          ))}
        </Select>
      </div>
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
        empty={<NoProducts all={data?.all ?? 0} hasStatus={search.status !== undefined} />}
      />
      <ConfirmDialog
        open={deleting !== undefined}
        onOpenChange={(open) => !open && setDeleting(undefined)}
        title="Are you sure you want to delete this product?"
        description={`“${deleting?.name}” is deleted with its images. Orders that contain it keep their item and its image. The history can undo it.`}
        confirmLabel="Delete"
        busy={remove.isPending}
        onConfirm={() => deleting && remove.mutate(deleting.id)}
      />
    </div>
  );
}

const shownOf = ({ total, all, capped }: { total: number; all: number; capped: boolean }) =>
  `Showing ${formatCount(total)}${capped ? '+' : ''} of ${formatCount(all)} products`;

const STATE_LABELS: Record<ProductState, string> = {
  published: 'Published',
  draft: 'Drafts',
  'sold-out': 'Sold out',
};

function NoProducts({ all, hasStatus }: { all: number; hasStatus: boolean }) {
  return (
    <EmptyState
      icon={<Shirt />}
      title="No products found"
      action={
        <Button asChild variant="outline">
          {all === 0 ? (
            <Link to="/admin/products/create">Create a product</Link>
          ) : (
            <Link to="/admin/products" search={{}} activeOptions={{ exact: true }}>
              Show all products
            </Link>
          )}
        </Button>
      }
    >
      {all === 0
        ? 'The shop is still empty.'
        : `No product matches this search${hasStatus ? ', status' : ''} and category.`}
    </EmptyState>
  );
}

/** The width of the image at the left of a card. */
const BESIDE_IMAGE = 'max-md:pl-12';

const RowBadge = (props: ComponentProps<typeof Badge>) => (
  <Badge className="max-md:py-0 max-md:leading-4.5" {...props} />
);

function NameCell({ product }: { product: AdminSummary }) {
  const { name, promotion, image, status, soldOut } = product;
  return (
    <span className="flex items-center gap-3">
      {/* Needs its own element: an image's sources are boxes too. On a card it is beside all cells. */}
      <span className="shrink-0 max-md:absolute max-md:top-2.5 max-md:left-3 max-md:w-9 md:w-14">
        <Image image={image} alt="" sizes="5rem" className="aspect-[4/5] object-cover" />
      </span>
      <span className="min-w-0 text-base max-md:leading-5 md:grid md:grid-cols-[minmax(0,1fr)] md:justify-items-start md:gap-1">
        <span className="min-w-0 max-w-full break-words">{name}</span>{' '}
        <span className="contents md:flex md:flex-wrap md:gap-1">
          {promotion ? <RowBadge variant="outline">{promotion.code}</RowBadge> : null}{' '}
          {status === 'draft' ? <RowBadge variant="warning">{STATUS_LABELS.draft}</RowBadge> : null}{' '}
          {soldOut ? <RowBadge variant="danger">Sold out</RowBadge> : null}{' '}
          <PresenceBadge kind="product" id={product.id} className="max-md:py-0" />
        </span>
      </span>
    </span>
  );
}

function columnsFor(onDelete: (product: AdminSummary) => void): Column<AdminSummary>[] {
  return [
    {
      id: 'name',
      header: 'Name',
      sortable: true,
      chief: true,
      // On a phone's card the menu is at its corner.
      className: cn('max-md:pr-4', BESIDE_IMAGE),
      cell: (product) => <NameCell product={product} />,
    },
    {
      id: 'category',
      header: 'Category',
      className: 'max-md:hidden',
      cell: ({ category }) => (
        // Beside a long name it would break within words.
        <span className={cn('block md:min-w-28', !category && 'text-muted-foreground')}>
          {category?.name ?? 'No category'}
        </span>
      ),
    },
    {
      id: 'price',
      header: 'Price',
      sortable: true,
      bare: true,
      align: 'end',
      // On a phone's card it is beside the category and the buttons.
      className: cn('max-md:col-span-1 md:whitespace-nowrap', BESIDE_IMAGE),
      cell: ({ price, category }) => (
        <>
          <span className="block truncate text-muted-foreground text-sm md:hidden">
            {category?.name ?? 'No category'}
          </span>
          <Price amount={koboOfNaira(price)} />
        </>
      ),
    },
    actionsColumn((product) => <ProductRowActions product={product} onDelete={() => onDelete(product)} />, {
      className: 'max-md:col-span-1',
    }),
  ];
}
