import type { ReactNode } from 'react';
import { ConfirmDialog } from '#design/confirm-dialog.tsx';
import type { PromotionRecord } from '../../contract.ts';
import { useDeletePromotion } from './promotions.queries.ts';

/** Asks before a promotion is deleted, and states the effect on its products. */
export function DeletePromotion({
  promotion,
  note,
  onClose,
  onDeleted,
}: {
  promotion: PromotionRecord;
  note: ReactNode;
  onClose: () => void;
  onDeleted: () => void;
}) {
  const deletion = useDeletePromotion(onDeleted);
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={`Delete ${promotion.name}?`}
      description={
        <>
          <span className="block">Are you sure you want to delete this promotion?</span>
          <span className="mt-2 block">{note} Orders already placed keep their price and the code.</span>
        </>
      }
      confirmLabel="Delete"
      busyLabel="Deleting..."
      busy={deletion.isPending}
      onConfirm={() => deletion.mutate(promotion)}
    />
  );
}
