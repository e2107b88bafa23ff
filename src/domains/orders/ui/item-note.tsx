import { type ReactNode, useRef, useState } from 'react';
import { Button } from '#design/button.tsx';
import { useLeaveGuard } from '#design/leave-guard.tsx';
import { StaleChoice } from '#design/stale-choice.tsx';
import { useOperation } from '#design/use-operation.ts';
import { NoteTextarea } from '#domains/wishlist/ui/note-field.tsx';
import { useApi } from '#shared/api.tsx';
import { codeOf, dataOf } from '#shared/messages.ts';
import type { Order, OrderItem } from '../contract.ts';
import { updateNoteMessages } from '../messages.ts';
import type { OrdersApi } from './order.queries.ts';

interface Editing {
  item: OrderItem;
  /** Displays an updated order. */
  show: (order: Order) => void;
  onFailed: (error: unknown) => void;
}

/** The note of an ordered item, with an editor. `children`: further actions, beside 'Edit note'. */
export function ItemNote({ children, ...editing }: Editing & { children?: ReactNode }) {
  const { item } = editing;
  const [isEditing, setEditing] = useState(false);
  // Restores the focus when the editor closes, for keyboard users.
  const wasEditing = useRef(false);
  function close() {
    wasEditing.current = true;
    setEditing(false);
  }
  if (isEditing) return <NoteEditor {...editing} onClose={close} />;
  return (
    <div className="grid justify-items-start gap-1">
      <p className={item.note ? 'whitespace-pre-line' : 'text-muted-foreground'}>{item.note || 'No note'}</p>
      <div className="flex flex-wrap items-center gap-x-6">
        <Button
          variant="link"
          className="py-3 text-sm"
          aria-label={`Edit note for ${item.productName}`}
          autoFocus={wasEditing.current}
          onClick={() => setEditing(true)}
        >
          Edit note
        </Button>
        {children}
      </div>
    </div>
  );
}

/** The data of a STALE refusal: who changed the note, when, and the current order. */
interface Newer {
  name: string;
  at: string;
  current: Order;
}

/**
 * Keeps the text on failure, offers a choice on a concurrent change, and asks before unsaved text is lost.
 */
function NoteEditor({ item, show, onFailed, onClose }: Editing & { onClose: () => void }) {
  const api = useApi<OrdersApi>();
  // The note at the start of editing: the item itself follows other users' changes.
  const [base] = useState(item.note ?? '');
  const [text, setText] = useState(base);
  const [newer, setNewer] = useState<Newer>();
  const theirs = newer?.current.items.find(({ id }) => id === item.id)?.note ?? '';
  const { guard } = useLeaveGuard(() => text !== base);
  const save = useOperation({
    mutationFn: (shown: string) => api.orders.updateNote({ id: item.id, note: text, shown }),
    messages: updateNoteMessages,
    onSuccess(order) {
      show(order);
      onClose();
    },
    onError(error) {
      const { name = 'Another user', at = '', current } = dataOf<Newer>(error);
      if (codeOf(error) === 'STALE' && current) setNewer({ name, at, current });
      else onFailed(error);
    },
  });
  return (
    <>
      <NoteTextarea
        name={item.productName}
        value={text}
        onChange={setText}
        readOnly={save.isPending}
        autoFocus
      >
        <Button size="sm" className="min-h-11" busy={save.isPending} onClick={() => save.mutate(base)}>
          Save
        </Button>
        <Button size="sm" variant="ghost" className="min-h-11" disabled={save.isPending} onClick={onClose}>
          Cancel
        </Button>
      </NoteTextarea>
      {codeOf(save.error) === 'RATE_LIMITED' ? (
        <p role="alert" className="text-danger">
          {save.error?.message}
        </p>
      ) : null}
      <StaleChoice
        stale={
          newer && {
            ...newer,
            fields: [
              { name: 'note', label: `Note for ${item.productName}`, before: base, theirs, mine: text },
            ],
          }
        }
        busy={save.isPending}
        onKeepMine={() => save.mutate(theirs)}
        onTakeTheirs={() => {
          if (newer) show(newer.current);
          onClose();
        }}
        onClose={() => setNewer(undefined)}
      />
      {guard}
    </>
  );
}
