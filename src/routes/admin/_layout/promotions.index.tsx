import { createFileRoute } from '@tanstack/react-router';
import { useCallback, useState } from 'react';
import { AssignProducts } from '#domains/catalog/assignment/ui/admin/assign-products.tsx';
import { DeletionNote } from '#domains/catalog/assignment/ui/admin/deletion-note.tsx';
import { PromotionProducts } from '#domains/catalog/assignment/ui/admin/promotion-products.tsx';
import type { PromotionRecord } from '#domains/promotions/contract.ts';
import { PROMOTION_SORTS } from '#domains/promotions/promotion-sorts.ts';
import { PromotionsScreen } from '#domains/promotions/ui/admin/promotions-screen.tsx';
import { adminHead } from '../-admin-head.ts';
import { listSearch, oneOf } from '../-list-search.ts';

export const Route = createFileRoute('/admin/_layout/promotions/')({
  validateSearch: listSearch({
    when: oneOf(['running', 'coming', 'past'] as const),
    sort: oneOf(PROMOTION_SORTS),
  }),
  head: adminHead('Promotions'),
  component: PromotionsPage,
});

/** Promotions, with a dialog for the products of one. */
function PromotionsPage() {
  const [opened, setOpened] = useState<{ kind: 'view' | 'assign'; promotion: PromotionRecord }>();
  const view = useCallback((promotion: PromotionRecord) => setOpened({ kind: 'view', promotion }), []);
  const assign = useCallback((promotion: PromotionRecord) => setOpened({ kind: 'assign', promotion }), []);
  const close = () => setOpened(undefined);
  return (
    <>
      <PromotionsScreen
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
