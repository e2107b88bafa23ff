import { Tags } from 'lucide-react';
import { type ReactNode, useMemo, useState } from 'react';
import { Button } from '#design/button.tsx';
import { DataTable } from '#design/data-table.tsx';
import { EmptyState } from '#design/empty-state.tsx';
import { PageHeading } from '#design/page-heading.tsx';
import { type PageLink, Pagination } from '#design/pagination.tsx';
import { SearchBox } from '#design/search-box.tsx';
import { Select } from '#design/select.tsx';
import { useRememberedPage } from '#design/use-remembered-page.ts';
import { useApi } from '#shared/api.tsx';
import { useShop } from '#shared/shop-context.tsx';
import type { PromotionRecord } from '../../contract.ts';
import { answerOf, listFailed } from '../../messages.ts';
import type { PromotionSort } from '../../promotion-sorts.ts';
import type { When } from '../../window.ts';
import { DeletePromotion } from './delete-promotion.tsx';
import { promotionColumns } from './promotion-columns.tsx';
import { PromotionForm } from './promotion-form.tsx';
import { WHEN_LABELS } from './promotion-terms.tsx';
import {
  type PromotionsAdminApi,
  type PromotionsSearch,
  promotionsQuery,
  useReload,
} from './promotions.queries.ts';

type Opened = { kind: 'new' } | { kind: 'edit' | 'delete'; promotion: PromotionRecord };

/** The list of promotions with their actions. The caller renders what concerns their products. */
export function PromotionsScreen({
  search,
  onSearch,
  renderPageLink,
  onView,
  onAssign,
  renderDeletionNote,
}: {
  /** The URL's search parameters. */
  search: PromotionsSearch;
  onSearch: (search: PromotionsSearch) => void;
  renderPageLink: (page: number, link: PageLink) => ReactNode;
  onView: (promotion: PromotionRecord) => void;
  onAssign: (promotion: PromotionRecord) => void;
  /** Renders the effect of a deletion on products. */
  renderDeletionNote: (promotion: PromotionRecord) => ReactNode;
}) {
  const api = useApi<PromotionsAdminApi>();
  const { currency } = useShop();
  const { data, error, busy, retry } = useRememberedPage(promotionsQuery(api, search));
  const reload = useReload();
  const [opened, setOpened] = useState<Opened>();
  const today = data?.today ?? '';
  const columns = useMemo(
    () =>
      promotionColumns({
        today,
        currency,
        onEdit: (promotion) => {
          setOpened({ kind: 'edit', promotion });
          reload();
        },
        onDelete: (promotion) => setOpened({ kind: 'delete', promotion }),
        onView,
        onAssign,
      }),
    [today, currency, onView, onAssign, reload],
  );
  const narrow = (more: PromotionsSearch) => onSearch({ ...search, page: undefined, ...more });
  const openNew = () => {
    setOpened({ kind: 'new' });
    reload();
  };
  const closeForm = () => {
    setOpened(undefined);
    reload();
  };
  const newButton = <Button onClick={openNew}>+ New Promotion</Button>;

  return (
    <div className="grid grid-cols-1 gap-6">
      <PageHeading
        title="Manage Promotions"
        lead="Sales with a code and two dates. Both days count, and the shop shows each by itself."
        actions={newButton}
      />
      <div className="grid gap-3 sm:grid-cols-[minmax(0,1fr)_12rem]">
        <SearchBox
          label="Search by title or code"
          placeholder="Search by title or code..."
          value={search.search ?? ''}
          onSearch={(text) => narrow({ search: text || undefined })}
        />
        <Select
          aria-label="When"
          value={search.when ?? ''}
          onChange={({ target }) => narrow({ when: (target.value || undefined) as When | undefined })}
        >
          <option value="">At any time</option>
          {Object.entries(WHEN_LABELS).map(([when, label]) => (
            <option key={when} value={when}>
              {label}
            </option>
          ))}
        </Select>
      </div>
      <DataTable
        caption="Promotions"
        columns={columns}
        rows={data?.items}
        rowId={({ id }) => id}
        busy={busy}
        failure={
          error
            ? {
                title: listFailed,
                text: <span className="text-danger">{answerOf(error)}</span>,
                onRetry: retry,
              }
            : undefined
        }
        sorting={{
          current: search.sort,
          onSort: (sort) => narrow({ sort: sort as PromotionSort | undefined }),
        }}
        empty={
          search.search || search.when ? (
            <EmptyState
              icon={<Tags />}
              title="No promotion fits"
              action={
                <Button variant="outline" onClick={() => onSearch({})}>
                  Show all promotions
                </Button>
              }
            >
              Try another word, or look at any time.
            </EmptyState>
          ) : (
            <EmptyState icon={<Tags />} title="No promotions yet." action={newButton}>
              Make one for Sallah, a wedding season or a slow week, then choose the products that join it.
            </EmptyState>
          )
        }
      />
      <Pagination page={data?.page ?? 1} pageCount={data?.pageCount ?? 1} renderLink={renderPageLink} />
      {opened?.kind === 'new' ? <PromotionForm today={today} onClose={closeForm} /> : null}
      {opened?.kind === 'edit' ? (
        <PromotionForm
          today={today}
          promotion={data?.items.find(({ id }) => id === opened.promotion.id) ?? opened.promotion}
          onClose={closeForm}
        />
      ) : null}
      {opened?.kind === 'delete' ? (
        <DeletePromotion
          promotion={opened.promotion}
          note={renderDeletionNote(opened.promotion)}
          onClose={() => setOpened(undefined)}
          onDeleted={() => {
            setOpened(undefined);
            // Deleting the last row of a page shows the previous page.
            const page = data?.page ?? 1;
            if (data?.items.length === 1 && page > 1) onSearch({ ...search, page: page - 1 || undefined });
          }}
        />
      ) : null}
    </div>
  );
}
