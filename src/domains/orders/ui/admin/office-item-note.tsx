import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useRef, useState } from 'react';
import { Button } from '#design/button.tsx';
import { useLeaveGuard } from '#design/leave-guard.tsx';
import { StaleChoice, type StaleSave } from '#design/stale-choice.tsx';
import { useOperation } from '#design/use-operation.ts';
import { NoteTextarea } from '#domains/wishlist/ui/note-field.tsx';
import { useApi } from '#shared/api.tsx';
import { codeOf, dataOf } from '#shared/messages.ts';
import type { Order, OrderItem } from '../../contract.ts';
import { updateNoteMessages } from '../../messages.ts';
import { type OfficeOrdersApi, readOrdersAgain, showOrder } from './office-orders.queries.ts';

/** What is being written, and the note it began from. */
interface Draft {
  text: string;
  base: string;
}

/**
 * A note as the shop's people edit it: one that was changed meanwhile is a choice, and leaving asks.
 * `children`: what else can be done with the item, beside 'Edit note'.
 */
export function OfficeItemNote({ item, children }: { item: OrderItem; children?: ReactNode }) {
  const [draft, setDraft] = useState<Draft>();
  const [stale, setStale] = useState<{ save: StaleSave; theirs: string; current: Order }>();
  const note = item.note ?? '';
  const isUnsaved = draft !== undefined && draft.text !== draft.base;
  const { guard } = useLeaveGuard(() => isUnsaved);
  // The editor takes the focus with it when it goes.
  const wasEditing = useRef(false);
  const queryClient = useQueryClient();
  const close = () => {
    wasEditing.current = true;
    setStale(undefined);
    setDraft(undefined);
  };
  const save = useSaveNote(item, {
    onSaved: close,
    onStale: ({ who = 'Somebody', at = '', current }, typed) => {
      const theirs = current?.items.find(({ id }) => id === item.id)?.note ?? '';
      if (!current) return;
      setStale({
        current,
        theirs,
        save: {
          who,
          at,
          fields: [
            {
              name: 'note',
              label: `Note for ${item.productName}`,
              before: typed.base,
              theirs,
              mine: typed.text,
            },
          ],
        },
      });
    },
  });

  if (draft === undefined) {
    return (
      <div className="grid justify-items-start gap-1">
        <p className={note ? 'whitespace-pre-line' : 'text-muted-foreground'}>{note || 'No note'}</p>
        <div className="flex flex-wrap items-center gap-x-6">
          <Button
            variant="link"
            className="py-3 text-sm"
            aria-label={`Edit the note for ${item.productName}`}
            autoFocus={wasEditing.current}
            onClick={() => setDraft({ text: note, base: note })}
          >
            Edit note
          </Button>
          {children}
        </div>
      </div>
    );
  }
  return (
    <>
      <NoteTextarea
        name={item.productName}
        value={draft.text}
        onChange={(text) => setDraft({ ...draft, text })}
        autoFocus
      >
        <Button size="sm" className="min-h-11" busy={save.isPending} onClick={() => save.mutate(draft)}>
          Save
        </Button>
        <Button size="sm" variant="ghost" className="min-h-11" disabled={save.isPending} onClick={close}>
          Cancel
        </Button>
      </NoteTextarea>
      <StaleChoice
        stale={stale?.save}
        busy={save.isPending}
        onKeepMine={() => stale && save.mutate({ text: draft.text, base: stale.theirs })}
        onTakeTheirs={() => {
          if (stale) showOrder(queryClient, stale.current);
          void readOrdersAgain(queryClient);
          close();
        }}
        onClose={() => setStale(undefined)}
      />
      {guard}
    </>
  );
}

interface Newer {
  who: string;
  at: string;
  current: Order;
}

function useSaveNote(
  item: OrderItem,
  { onSaved, onStale }: { onSaved: () => void; onStale: (newer: Partial<Newer>, typed: Draft) => void },
) {
  const api = useApi<OfficeOrdersApi>();
  const queryClient = useQueryClient();
  return useOperation({
    mutationFn: ({ text, base }: Draft) => api.orders.updateNote({ id: item.id, note: text, shown: base }),
    messages: { ...updateNoteMessages, refused: { STALE: 'shown' } },
    onSuccess(order) {
      showOrder(queryClient, order);
      void readOrdersAgain(queryClient);
      onSaved();
    },
    onError(error, typed) {
      if (codeOf(error) === 'STALE') onStale(dataOf<Newer>(error), typed);
      else void readOrdersAgain(queryClient);
    },
  });
}
