import { createFileRoute, Link, type SearchSchemaInput, useNavigate } from '@tanstack/react-router';
import { useCallback, useState } from 'react';
import { AssignProducts } from '#domains/catalog/assignment/ui/admin/assign-products.tsx';
import { PromotionProducts } from '#domains/catalog/assignment/ui/admin/promotion-products.tsx';
import { DeletionNote } from '#domains/catalog/categories/ui/admin/deletion-note.tsx';
import type { PromotionRecord } from '#domains/promotions/contract.ts';
import { PROMOTION_SORTS } from '#domains/promotions/promotion-sorts.ts';
import type { PromotionsSearch } from '#domains/promotions/ui/admin/promotions.queries.ts';
import { PromotionsScreen } from '#domains/promotions/ui/admin/promotions-screen.tsx';
import { adminHead } from '../-admin-head.ts';

type Raw = { [Name in keyof PromotionsSearch]?: unknown };

const TIMES = ['running', 'coming', 'past'] as const;

function searchOf({ search, when, sort, page }: Raw): PromotionsSearch {
  const number = Number(page);
  return {
    search: typeof search === 'string' && search.trim() ? search.trim().slice(0, 200) : undefined,
    when: TIMES.find((one) => one === when),
    sort: PROMOTION_SORTS.find((one) => one === sort),
    page: Number.isInteger(number) && number > 1 && number <= 1_000_000 ? number : undefined,
  };
}

export const Route = createFileRoute('/admin/_layout/promotions')({
  validateSearch: (raw: Raw & SearchSchemaInput): PromotionsSearch => searchOf(raw),
  head: adminHead('Promotions'),
  component: PromotionsPage,
});

/** Promotions, with a dialog for the products of one. */
function PromotionsPage() {
  const search = Route.useSearch();
  const navigate = useNavigate();
  const [opened, setOpened] = useState<{ kind: 'view' | 'assign'; promotion: PromotionRecord }>();
  const view = useCallback((promotion: PromotionRecord) => setOpened({ kind: 'view', promotion }), []);
  const assign = useCallback((promotion: PromotionRecord) => setOpened({ kind: 'assign', promotion }), []);
  const close = () => setOpened(undefined);
  return (
    <>
      <PromotionsScreen
        search={search}
        onSearch={(to) => void navigate({ to: '/admin/promotions', search: to, resetScroll: false })}
        renderPageLink={(page, link) => (
          <Link
            to="/admin/promotions"
            search={{ ...search, page: page === 1 ? undefined : page }}
            {...link}
          />
        )}
        onView={view}
        onAssign={assign}
        renderDeletionNote={({ id }) => <DeletionNote promotionId={id} />}
      />
      {opened?.kind === 'view' ? (
        <PromotionProducts
          promotion={opened.promotion}
          onAssign={() => assign(opened.promotion)}
          onClose={close}
        />
      ) : null}
      {opened?.kind === 'assign' ? <AssignProducts promotion={opened.promotion} onClose={close} /> : null}
    </>
  );
}
