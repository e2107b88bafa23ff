import { useMutation } from '@tanstack/react-query';
import { type Messages, saidOf } from '#shared/messages.ts';
import { useSignedInAgain } from './sign-in-again.ts';
import { toast } from './toast.ts';

/**
 * Something a person does that the shop answers. Says what the operation's messages have for the outcome;
 * the caller only adds what happens next. A session that ended is mended first where the screen can do that. `mutate` never throws, `mutateAsync` does.
 */
export function useOperation<Input, Output, Code extends string = never>({
  mutationFn,
  messages,
  onSuccess,
  onError,
}: {
  mutationFn: (input: Input) => Promise<Output>;
  messages: Messages<Code>;
  onSuccess?: (output: Output, input: Input) => void;
  onError?: (error: unknown, input: Input) => void;
}) {
  const signedInAgain = useSignedInAgain();
  return useMutation<Output, Error, Input>({
    mutationFn: (input) => signedInAgain(() => mutationFn(input)),
    // Offline is answered at once: a button that waits for the link without a word looks broken.
    networkMode: 'always',
    onSuccess(output, input) {
      if (messages.success) {
        const said = typeof messages.success === 'string' ? { title: messages.success } : messages.success;
        toast.success(said.title, { description: said.description });
      }
      onSuccess?.(output, input);
    },
    onError(error, input) {
      const said = saidOf(messages, error);
      if (said) toast.error(said.title, { description: said.description });
      onError?.(error, input);
    },
  });
}
