import { useMutation, useQueryClient } from '@tanstack/react-query';
import {
  type ComponentProps,
  createContext,
  type ReactNode,
  useCallback,
  useContext,
  useEffect,
  useRef,
  useState,
} from 'react';
import { Button } from '#design/button.tsx';
import { ConfirmDialog } from '#design/confirm-dialog.tsx';
import { Dialog } from '#design/dialog.tsx';
import { toast } from '#design/toast.ts';
import { isCancelled, refusalText } from '../../sign-in.messages.ts';
import { type Proof, ReauthenticationQuestion } from './reauthentication-question.tsx';

interface Options {
  /** Users with a password are asked for it and get no code: the action itself requires it. */
  byPassword?: boolean;
}

type Reauthenticate = (what: string, options?: Options) => Promise<Proof | null>;

interface Question extends Options {
  what: string;
  answer: (proof: Proof | null) => void;
}

const Context = createContext<Reauthenticate | null>(null);

/** Provides reauthentication for everything below it: see `useReauthentication`. */
export function Reauthentication({ children }: { children: ReactNode }) {
  const [question, setQuestion] = useState<Question | null>(null);
  const openQuestion = useRef<Question | null>(null);
  const show = useCallback((next: Question | null) => {
    openQuestion.current = next;
    setQuestion(next);
  }, []);
  const reauthenticate = useCallback<Reauthenticate>(
    (what, options) =>
      new Promise((resolve) => {
        openQuestion.current?.answer(null);
        const asked: Question = {
          what,
          ...options,
          // A late answer to a cancelled question does not answer the next one.
          answer(proof) {
            resolve(proof);
            if (openQuestion.current === asked) show(null);
          },
        };
        show(asked);
      }),
    [show],
  );
  // Leaving the page cancels.
  useEffect(() => () => openQuestion.current?.answer(null), []);

  return (
    <Context value={reauthenticate}>
      {children}
      <Dialog
        open={question !== null}
        onOpenChange={(open) => !open && question?.answer(null)}
        title="Confirm that it is you"
        description={question ? `Nobody but you should be able to ${question.what}.` : undefined}
      >
        {question ? (
          <ReauthenticationQuestion
            byPassword={question.byPassword ?? false}
            onReauthenticated={question.answer}
            onCancel={() => question.answer(null)}
          />
        ) : null}
      </Dialog>
    </Context>
  );
}

/**
 * Opens the dialog 'Confirm that it is you'. `what` completes 'Nobody but you should be able to …'. Returns
 * the result, which the server accepts for one action within five minutes; null when the user cancelled.
 */
export function useReauthentication(): Reauthenticate {
  const reauthenticate = useContext(Context);
  if (!reauthenticate) throw new Error('useReauthentication needs a Reauthentication above it');
  return reauthenticate;
}

/** The same before one action: `confirm` says whether the user did, `isAsking` that the dialog is open. */
export function useConfirmedIdentity(what: string) {
  const reauthenticate = useReauthentication();
  const [isAsking, setAsking] = useState(false);
  const confirm = async (): Promise<boolean> => {
    setAsking(true);
    const proof = await reauthenticate(what);
    setAsking(false);
    return proof !== null;
  };
  return { isAsking, confirm };
}

interface Action<Output> {
  what: string;
  /** The action itself requires the password as well, where there is one. */
  byPassword?: boolean;
  action: (proof: Proof) => Promise<Output>;
  failure: string;
  /** Null for an error that needs no message. */
  messageFor?: (error: Error) => string | null;
  onDone: (output: Output) => unknown;
  /** The key of the data that the action changes, and an error may have found changed. */
  changes?: readonly unknown[];
}

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
  changes,
}: Action<Output>) {
  const reauthenticate = useReauthentication();
  const queryClient = useQueryClient();
  const reload = async () => changes && queryClient.invalidateQueries({ queryKey: changes });
  return useMutation({
    mutationFn: async (_?: undefined) => {
      const proof = await reauthenticate(what, { byPassword });
      return proof && { output: await action(proof) };
    },
    onSuccess: async (done) => {
      if (!done) return;
      await reload();
      await onDone(done.output);
    },
    onError: (error) => {
      const description = messageFor(error);
      if (description) toast.error(failure, { description });
      void reload();
    },
  });
}

/** A button for such an action; `confirm` is asked first. */
export function ReauthenticatedButton<Output>({
  confirm,
  button,
  children,
  ...action
}: Action<Output> & {
  confirm?: Pick<ComponentProps<typeof ConfirmDialog>, 'title' | 'description'>;
  button?: ComponentProps<typeof Button>;
  children: string;
}) {
  const [isOpen, setOpen] = useState(false);
  const { isPending, mutate } = useReauthenticated(action);
  return (
    <>
      <Button
        variant="outline"
        {...button}
        busy={isPending || button?.busy}
        onClick={() => (confirm ? setOpen(true) : mutate(undefined))}
      >
        {children}
      </Button>
      {confirm ? (
        <ConfirmDialog
          {...confirm}
          open={isOpen}
          onOpenChange={setOpen}
          confirmLabel={children}
          onConfirm={() => {
            setOpen(false);
            mutate(undefined);
          }}
        />
      ) : null}
    </>
  );
}
