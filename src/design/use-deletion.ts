import { codeOf, type Message, type Messages } from '#shared/messages.ts';
import { useOperation } from './use-operation.ts';

/**
 * Deletes a row of a list by its id. `onDone` is called when the list is reloaded, also if another user
 * deleted the row first.
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
  const done = async () => {
    await reload();
    onDone();
  };
  return useOperation({
    mutationFn: send,
    messages,
    successMessage,
    onSuccess: () => void done(),
    onError: (error) => void (codeOf(error) === 'NOT_FOUND' && done()),
  });
}
