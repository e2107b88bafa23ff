import { useEffect } from 'react';
import type { Message, Messages } from '#shared/messages.ts';
import { randomId } from '#shared/random-id.ts';
import { useOperation } from './use-operation.ts';
import type { Selection } from './use-selection.ts';

/**
 * An operation on the selected rows. Each run has a key, which `send` passes on and with which its progress is read. A
 * success ends the selection; `reload` reads the list again after any outcome.
 */
export function useSelectionChange<Change, Output, Code extends string = never>({
  selection,
  send,
  messages,
  successMessage,
  reload,
}: {
  selection: Selection;
  send: (change: Change, key: string) => Promise<Output>;
  messages: Messages<Code>;
  /** If it depends on the response. */
  successMessage?: (output: Output, change: Change) => string | Message | undefined;
  reload: () => void;
}) {
  const { mutate, isPending, variables } = useOperation({
    mutationFn: ({ change, key }: { change: Change; key: string }) => send(change, key),
    messages,
    ...(successMessage && {
      successMessage: (output: Output, { change }: { change: Change }) => successMessage(output, change),
    }),
    onSuccess: () => {
      selection.clear();
      reload();
    },
    // The answer alone may be lost, or what the list shows may be the cause.
    onError: reload,
  });
  const { setChanging } = selection;
  useEffect(() => setChanging(isPending), [isPending, setChanging]);
  return {
    run: (change: Change) => mutate({ change, key: randomId() }),
    /** The key of the running change. */
    running: isPending ? variables.key : undefined,
  };
}
