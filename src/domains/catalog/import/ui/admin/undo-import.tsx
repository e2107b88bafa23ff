import type { ContractRouterClient } from '@orpc/contract';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '#design/button.tsx';
import { ConfirmDialog } from '#design/confirm-dialog.tsx';
import { useOperation } from '#design/use-operation.ts';
import type { historyContract } from '#domains/history/contract.ts';
import { useApi } from '#shared/api.tsx';
import type { CallContext } from '#shared/call-context.ts';
import { plural } from '#shared/plural.ts';
import { importUndone, undoMessages } from '../../import.messages.ts';

type HistoryApi = { history: ContractRouterClient<typeof historyContract, CallContext> };

const MAX_FINDINGS = 5;

/** Takes an import back, after a list of what others changed since and what therefore stays. */
export function UndoImport({ changeSet, onUndone }: { changeSet: string; onUndone: () => void }) {
  const { history } = useApi<HistoryApi>();
  const [isOpen, setOpen] = useState(false);
  const preview = useQuery({
    queryKey: ['previewUndo', changeSet],
    queryFn: ({ signal }) => history.previewUndo({ id: changeSet }, { signal }),
    enabled: isOpen,
    gcTime: 0,
  });
  const undo = useOperation({
    messages: undoMessages,
    mutationFn: () => history.undoChangeSet({ id: changeSet }),
    successMessage: ({ left }) => importUndone(left),
    onSuccess: () => {
      setOpen(false);
      onUndone();
    },
  });
  const { data } = preview;
  return (
    <>
      <Button variant="outline" onClick={() => setOpen(true)}>
        Undo this import
      </Button>
      <ConfirmDialog
        open={isOpen}
        onOpenChange={setOpen}
        title="Undo this import?"
        confirmLabel="Undo this import"
        busy={undo.isPending || preview.isFetching}
        onConfirm={() => data && undo.mutate()}
        description={
          data ? (
            <span className="grid gap-2">
              <span>
                {data.rows === 0
                  ? 'Nothing is left to undo.'
                  : `${plural(data.rows, 'product or category', 'products and categories')} will be as before.`}
              </span>
              {data.findings.slice(0, MAX_FINDINGS).map(({ text, thingId, column }) => (
                <span key={`${thingId} ${column}`}>{text}</span>
              ))}
              {data.left > MAX_FINDINGS ? <span>And {data.left - MAX_FINDINGS} more.</span> : null}
            </span>
          ) : preview.isError ? (
            'What would be undone could not be read. Please close this and try again.'
          ) : (
            'Looking at what was changed since …'
          )
        }
      />
    </>
  );
}
