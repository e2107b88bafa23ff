import { codeOf, type Message, type Messages } from '#shared/messages.ts';
import { useOperation } from './use-operation.ts';

/** A switch in the rows of a list. It is busy until the list is reloaded. */
export function useSwitch<Input, Output, Code extends string>({
  send,
  messages,
  successMessage,
  reload,
}: {
  send: (input: Input) => Promise<Output>;
  messages: Messages<Code>;
  successMessage: (output: Output, input: Input) => Message;
  reload: () => Promise<unknown>;
}) {
  return useOperation({
    mutationFn: async (input: Input) => {
      const output = await send(input);
      await reload();
      return output;
    },
    messages,
    successMessage,
    onError: (error) => void (codeOf(error) && reload()),
  });
}
