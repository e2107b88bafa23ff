import { useQueryClient } from '@tanstack/react-query';
import { type SubmitEvent, useRef, useState } from 'react';
import { Button } from '#design/button.tsx';
import { ConfirmDialog } from '#design/confirm-dialog.tsx';
import { TextareaField } from '#design/form-fields.tsx';
import { useLeaveGuard } from '#design/leave-guard.tsx';
import { useOperation } from '#design/use-operation.ts';
import { useApi } from '#shared/api.tsx';
import { codeOf } from '#shared/messages.ts';
import { randomId } from '#shared/random-id.ts';
import { addStaffNoteMessages, deleteStaffNoteMessages } from '../../../admin.messages.ts';
import { MAX_STAFF_NOTE } from '../../../order.ts';
import { type AdminOrdersApi, readOrdersAgain } from '../../../ui/admin/admin-orders.queries.ts';

/** Writes a note that only the staff see. The text stays until it is saved. */
export function StaffNoteForm({ orderId }: { orderId: string }) {
  const api = useApi<AdminOrdersApi>();
  const queryClient = useQueryClient();
  const [text, setText] = useState('');
  // The same on every attempt with the same text, so that a note whose answer was lost is not written twice. A text that
  // was edited since is another note: the shop may have the first one.
  const attempt = useRef({ noteId: randomId(), text: '' });
  const [error, setError] = useState<string>();
  const { guard } = useLeaveGuard(() => text.trim() !== '');
  const save = useOperation({
    mutationFn: (note: typeof attempt.current) => api.orders.addStaffNote({ id: orderId, ...note }),
    messages: addStaffNoteMessages,
    onSuccess(_, sent) {
      attempt.current = { noteId: randomId(), text: '' };
      // What was typed during the save stays.
      setText((now) => (now === sent.text ? '' : now));
      void readOrdersAgain(queryClient);
    },
  });
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (text.trim() === '') setError('Please write something');
    else if (!save.isPending) {
      if (attempt.current.text !== text) attempt.current = { noteId: randomId(), text };
      save.mutate(attempt.current);
    }
  };
  return (
    <form onSubmit={submit} noValidate className="mb-6 grid justify-items-end gap-2">
      <TextareaField
        label="Note for the staff"
        hint="The customer does not see it."
        rows={2}
        maxLength={MAX_STAFF_NOTE}
        value={text}
        error={error}
        className="w-full"
        onChange={({ target }) => {
          setText(target.value);
          setError(undefined);
        }}
      />
      <Button type="submit" variant="secondary" busy={save.isPending}>
        Add note
      </Button>
      {guard}
    </form>
  );
}

/** Deletes a note of the staff after confirmation. */
export function DeleteStaffNote({ id, text }: { id: string; text: string }) {
  const api = useApi<AdminOrdersApi>();
  const queryClient = useQueryClient();
  const [isAsking, setAsking] = useState(false);
  const remove = useOperation({
    mutationFn: () => api.orders.deleteStaffNote({ id }),
    messages: deleteStaffNoteMessages,
    onSuccess() {
      setAsking(false);
      void readOrdersAgain(queryClient);
    },
    onError(error) {
      if (codeOf(error) !== undefined) setAsking(false);
      void readOrdersAgain(queryClient);
    },
  });
  return (
    <>
      <Button
        variant="link"
        className="py-3 text-sm"
        aria-label={`Delete the note “${text.slice(0, 40)}”`}
        onClick={() => setAsking(true)}
      >
        Delete
      </Button>
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setAsking}
        title="Delete this note?"
        description="The history of the order says that you deleted it."
        confirmLabel="Delete"
        busy={remove.isPending}
        onConfirm={() => remove.mutate(undefined)}
      />
    </>
  );
}
