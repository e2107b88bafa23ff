import { useMutation } from '@tanstack/react-query';
import { toast } from '#design/toast.ts';
import { isCancelled, refusalText } from '../../sign-in.messages.ts';
import { type Proof, useReauthentication } from './reauthentication.tsx';

/**
 * An action that requires reauthentication first. `what` completes 'Nobody but you should be able to …'; does nothing
 * when the user cancels. `failure` is the title of the message for an error.
 */
export function useReauthenticated<Output>({
  what,
  byPassword = false,
  action,
  failure,
  messageFor = (error) => (isCancelled(error) ? null : refusalText(error)),
  onDone,
  onError,
}: {
  what: string;
  /** The action itself requires the password as well, where there is one. */
  byPassword?: boolean;
  action: (proof: Proof) => Promise<Output>;
  failure: string;
  /** Null for an error that needs no message. */
  messageFor?: (error: Error) => string | null;
  onDone: (output: Output) => unknown;
  onError?: () => unknown;
}) {
  const reauthenticate = useReauthentication();
  return useMutation({
    networkMode: 'always',
    mutationFn: async (_?: undefined) => {
      const proof = await reauthenticate(what, { byPassword });
      return proof && { output: await action(proof) };
    },
    onSuccess: (done) => done && onDone(done.output),
    onError: (error) => {
      const description = messageFor(error);
      if (description) toast.error(failure, { description });
      onError?.();
    },
  });
}
