import { CalendarRange, Tags } from 'lucide-react';
import { type ReactNode, useMemo, useState } from 'react';
import { Button } from '#design/button.tsx';
import { EmptyState } from '#design/empty-state.tsx';
import { lazyDialog } from '#design/lazy-component.tsx';
import { LinkButton } from '#design/link-button.tsx';
import { FilterRow, ListScreen, ShowAllButton } from '#design/list-screen.tsx';
import { useListSearch } from '#design/use-list-search.ts';
import { useRememberedPage } from '#design/use-remembered-page.ts';
import { useApi } from '#shared/api.tsx';
import type { PromotionRecord } from '../../contract.ts';
import { answerOf, listFailed } from '../../messages.ts';
import type { PromotionSort } from '../../promotion-sorts.ts';
import { DeletePromotion } from './delete-promotion.tsx';
import { promotionColumns } from './promotion-columns.tsx';
import { WHEN_LABELS } from './promotion-terms.tsx';
import {
  type PromotionsAdminApi,
  type PromotionsSearch,
  promotionsQuery,
  useReload,
} from './promotions.queries.ts';

const PromotionForm = lazyDialog(async () => (await import('./promotion-form.tsx')).PromotionForm);

type Opened = { kind: 'new' } | { kind: 'edit' | 'delete'; promotion: PromotionRecord };

/** The list of promotions with their actions. The caller renders what concerns their products. */
export function PromotionsScreen({
  onView,
  onAssign,
  renderDeletionNote,
}: {
  onView: (promotion: PromotionRecord) => void;
  onAssign: (promotion: PromotionRecord) => void;
  /** Renders the effect of a deletion on products. */
  renderDeletionNote: (promotion: PromotionRecord) => ReactNode;
}) {
  const { search, show, narrow, isNarrowed, searchBox } = useListSearch<PromotionsSearch>();
  const list = useRememberedPage(promotionsQuery(useApi<PromotionsAdminApi>(), search));
  const reload = useReload();
  const [opened, setOpened] = useState<Opened>();
  const { items = [], page = 1, today = '' } = list.data ?? {};
  const columns = useMemo(
    () =>
      promotionColumns({
        today,
        onEdit: (promotion) => {
          setOpened({ kind: 'edit', promotion });
          reload();
        },
        onDelete: (promotion) => setOpened({ kind: 'delete', promotion }),
        onView,
        onAssign,
      }),
    [today, onView, onAssign, reload],
  );
  const openForm = (form: Opened | undefined) => {
    setOpened(form);
    reload();
  };

  return (
    <ListScreen
      title="Manage Promotions"
      lead="Sales with a code and two dates. Both days count, and the shop shows each by itself."
      caption="Promotions"
      actions={
        <>
          <LinkButton variant="outline" to="/admin/promotions/calendar">
            <CalendarRange aria-hidden="true" />
            Calendar
          </LinkButton>
          <Button onClick={() => openForm({ kind: 'new' })}>+ New Promotion</Button>
        </>
      }
      filters={
        <FilterRow
          search={{
            label: 'Search by title or code',
            placeholder: 'Search by title or code...',
            ...searchBox,
          }}
          label="When"
          all="At any time"
          labels={WHEN_LABELS}
          value={search.when}
          onChange={(when) => narrow({ when })}
        />
      }
      columns={columns}
      list={list}
      failed={(error) => ({
        title: listFailed,
        description: <span className="text-danger">{answerOf(error)}</span>,
      })}
      sorting={{
        current: search.sort,
        onSort: (sort) => narrow({ sort: sort as PromotionSort | undefined }),
      }}
      empty={
        isNarrowed ? (
          <EmptyState
            icon={<Tags />}
            title="No promotion matches"
            action={<ShowAllButton>Show all promotions</ShowAllButton>}
          >
            Try another word or another time.
          </EmptyState>
        ) : (
          <EmptyState
            icon={<Tags />}
            title="No promotions yet."
            action={<Button onClick={() => openForm({ kind: 'new' })}>Create a promotion</Button>}
          >
            Make one for Sallah, a wedding season or a slow week, then choose the products that join it.
          </EmptyState>
        )
      }
    >
      {opened && opened.kind !== 'delete' ? (
        <PromotionForm
          key={opened.kind}
          today={today}
          promotion={
            opened.kind === 'edit'
              ? (items.find(({ id }) => id === opened.promotion.id) ?? opened.promotion)
              : undefined
          }
          onClose={() => openForm(undefined)}
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
            if (items.length === 1 && page > 1) show((now) => ({ ...now, page: page - 1 || undefined }));
          }}
        />
      ) : null}
    </ListScreen>
  );
}
