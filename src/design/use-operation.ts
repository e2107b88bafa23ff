import { useMutation } from '@tanstack/react-query';
import { useRef } from 'react';
import { type Message, type Messages, messageOf } from '#shared/messages.ts';
import { referenceOf } from '#shared/reference.ts';
import { useSignedInAgain } from './sign-in-again.ts';
import { toast } from './toast.ts';
import { useUndoAction } from './undo.ts';

let count = 0;

/** The row concerned, on screens with one operation for many rows. */
const aboutWhat = (input: unknown) => (input as { id?: unknown } | null | undefined)?.id ?? String(input);

/**
 * A mutation with the toasts of its outcome; the caller only adds what happens next. An ended session is
 * restored first if the screen supports it. `mutate` never throws, `mutateAsync` does. A success in the back office can
 * be undone from its toast, so `mutationFn` returns the operation's own output, not a copy.
 */
export function useOperation<Input, Output, Code extends string = never>({
  mutationFn,
  messages,
  successMessage = () => messages.success,
  failureMessage = (error) => messageOf(messages, error),
  onSuccess,
  onError,
}: {
  mutationFn: (input: Input) => Promise<Output>;
  messages: Messages<Code>;
  /** If it depends on the response. */
  successMessage?: (output: Output, input: Input) => string | Message | undefined;
  /** If it depends on more than the error. */
  failureMessage?: (error: Error, input: Input) => Message | undefined;
  /** Not awaited: the button is free again as soon as the shop has answered. */
  onSuccess?: (output: Output, input: Input) => void | Promise<void>;
  onError?: (error: unknown, input: Input) => void | Promise<void>;
}) {
  const signedInAgain = useSignedInAgain();
  const undoOf = useUndoAction();
  const failures = useRef(new Map<unknown, string[]>());
  return useMutation<Output, Error, Input>({
    mutationFn: (input) => signedInAgain(() => mutationFn(input)),
    onSuccess(output, input) {
      // A success dismisses the toasts of earlier failures of the same row.
      for (const id of failures.current.get(aboutWhat(input)) ?? []) toast.withdraw(id);
      failures.current.delete(aboutWhat(input));
      const message = successMessage(output, input);
      const { title, description } = typeof message === 'object' ? message : { title: message };
      if (title) toast.success(title, { description, ...undoOf(output) });
      void onSuccess?.(output, input);
    },
    onError(error, input) {
      const message = failureMessage(error, input);
      if (message) {
        const id = `failure-${++count}`;
        const about = aboutWhat(input);
        failures.current.set(about, [...(failures.current.get(about) ?? []), id]);
        toast.error(message.title, { description: message.description, reference: referenceOf(error), id });
      }
      void onError?.(error, input);
    },
  });
}
