import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { Button } from '#design/button.tsx';
import { useOperation } from '#design/use-operation.ts';
import { NoteTextarea } from '#domains/wishlist/ui/note-field.tsx';
import { useApi } from '#shared/api.tsx';
import type { OrderItem } from '../contract.ts';
import { updateNoteMessages } from '../messages.ts';
import { ORDERS, type OrdersApi, orderQuery } from './order.queries.ts';

/** The note of an ordered item: read, changed, saved or left as it was. A failure keeps the text. */
export function OrderItemNote({ item }: { item: OrderItem }) {
  const api = useApi<OrdersApi>();
  const queryClient = useQueryClient();
  const [draft, setDraft] = useState<string>();
  // The editor takes the focus with it when it goes: whoever works with the keyboard goes on where she was.
  const wasEditing = useRef(false);
  function close() {
    wasEditing.current = true;
    setDraft(undefined);
  }
  const save = useOperation({
    mutationFn: (note: string) => api.orders.updateNote({ id: item.id, note }),
    messages: updateNoteMessages,
    onSuccess(order) {
      queryClient.setQueryData(orderQuery(api, order.id).queryKey, order);
      void queryClient.invalidateQueries({ queryKey: [...ORDERS, 'listMine'] });
      close();
    },
    onError: (error) => console.error('Note update failed', error),
  });

  if (draft === undefined) {
    return (
      <div className="grid justify-items-start gap-1">
        <p className={item.note ? 'whitespace-pre-line' : 'text-muted-foreground'}>
          {item.note ?? 'No note'}
        </p>
        <Button
          variant="link"
          className="py-2 text-sm"
          aria-label={`Edit the note for ${item.productName}`}
          autoFocus={wasEditing.current}
          onClick={() => setDraft(item.note ?? '')}
        >
          Edit note
        </Button>
      </div>
    );
  }
  return (
    <NoteTextarea name={item.productName} value={draft} onChange={setDraft} autoFocus>
      <Button size="sm" busy={save.isPending} onClick={() => save.mutate(draft)}>
        Save
      </Button>
      <Button size="sm" variant="ghost" disabled={save.isPending} onClick={close}>
        Cancel
      </Button>
    </NoteTextarea>
  );
}
