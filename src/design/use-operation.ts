import { useMutation } from '@tanstack/react-query';
import { useRef } from 'react';
import { type Messages, messageOf } from '#shared/messages.ts';
import { referenceOf } from '#shared/reference.ts';
import { useSignedInAgain } from './sign-in-again.ts';
import { toast } from './toast.ts';

let count = 0;

/** Which row it was, where one screen does the same to many. */
const aboutWhat = (input: unknown) => (input as { id?: unknown } | null | undefined)?.id ?? String(input);

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
  const failures = useRef(new Map<unknown, string[]>());
  return useMutation<Output, Error, Input>({
    mutationFn: (input) => signedInAgain(() => mutationFn(input)),
    // Offline is answered at once: a button that waits for the link without a word looks broken.
    networkMode: 'always',
    onSuccess(output, input) {
      // What failed and then went well has not failed: beside the good word the other would confuse.
      for (const id of failures.current.get(aboutWhat(input)) ?? []) toast.withdraw(id);
      failures.current.delete(aboutWhat(input));
      if (messages.success) {
        const said = typeof messages.success === 'string' ? { title: messages.success } : messages.success;
        toast.success(said.title, { description: said.description });
      }
      onSuccess?.(output, input);
    },
    onError(error, input) {
      const said = messageOf(messages, error);
      if (said) {
        const id = `failure-${++count}`;
        const about = aboutWhat(input);
        failures.current.set(about, [...(failures.current.get(about) ?? []), id]);
        toast.error(said.title, { description: said.description, reference: referenceOf(error), id });
      }
      onError?.(error, input);
    },
  });
}
