import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { ConfirmDialog } from '#design/confirm-dialog.tsx';
import { RelativeTime } from '#design/relative-time.tsx';
import { STATUS_LABELS } from '../../../order.ts';
import { readOrdersAgain } from '../../../ui/admin/admin-orders.queries.ts';
import { type StatusConflict, StatusConflictContext, useSetStatus } from './use-set-status.ts';

/**
 * Wraps all screens on which a status can be set, and shows the dialog for a conflict. It is above rows and
 * screens because these can unmount while a status is being set.
 */
export function StatusConflictProvider({ children }: { children: ReactNode }) {
  const [conflict, setConflict] = useState<StatusConflict>();
  return (
    <StatusConflictContext value={setConflict}>
      {children}
      {conflict ? <ConflictDialog conflict={conflict} onClose={() => setConflict(undefined)} /> : null}
    </StatusConflictContext>
  );
}

function ConflictDialog({ conflict, onClose }: { conflict: StatusConflict; onClose: () => void }) {
  const { id, orderNumber, current, wanted, name, at } = conflict;
  const setStatus = useSetStatus();
  const queryClient = useQueryClient();
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => {
        if (open) return;
        onClose();
        void readOrdersAgain(queryClient);
      }}
      title={`Order #${orderNumber} is ${STATUS_LABELS[current].toLowerCase()}`}
      description={
        <>
          {name} set it to {STATUS_LABELS[current]} <RelativeTime iso={at} />. Set it to{' '}
          {STATUS_LABELS[wanted]} anyway?
        </>
      }
      confirmLabel={`Set to ${STATUS_LABELS[wanted]}`}
      cancelLabel={`Leave it ${STATUS_LABELS[current].toLowerCase()}`}
      busy={setStatus.isPending}
      onConfirm={() =>
        setStatus.mutate({ id, orderNumber, status: wanted, shown: current }, { onSuccess: onClose })
      }
    />
  );
}
