import { useState } from 'react';
import { codeOf, type Message, type Messages } from '#shared/messages.ts';
import { useOperation } from './use-operation.ts';

/**
 * Deletes a row of a list by its id. `onDone` is called when the list is reloaded, also if another user
 * deleted the row first. It is pending until then, with `deletingId`: a second press would find a row that is gone.
 */
export function useDeletion<Output, Code extends string>({
  send,
  messages,
  successMessage,
  reload,
  onDone,
}: {
  send: (id: string) => Promise<Output>;
  messages: Messages<Code>;
  successMessage?: (output: Output) => Message;
  reload: () => Promise<unknown>;
  onDone: () => void;
}) {
  const [deletingId, setDeletingId] = useState<string>();
  const done = async () => {
    await reload().finally(() => setDeletingId(undefined));
    onDone();
  };
  const { mutate } = useOperation({
    mutationFn: (id: string) => {
      setDeletingId(id);
      return send(id);
    },
    messages,
    successMessage,
    onSuccess: () => void done(),
    onError: (error) => (codeOf(error) === 'NOT_FOUND' ? void done() : setDeletingId(undefined)),
  });
  return { mutate, isPending: deletingId !== undefined, deletingId };
}
