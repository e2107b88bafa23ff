import { createContext, type ReactNode, useCallback, useContext, useEffect, useRef, useState } from 'react';
import { Dialog } from '#design/dialog.tsx';
import { ReauthenticationQuestion } from './reauthentication-question.tsx';

/** The result of a reauthentication; the password where an action requires it as well. */
export type Proof = { password?: string };

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
  const answer = useCallback(
    (proof: Proof | null) => {
      openQuestion.current?.answer(proof);
      show(null);
    },
    [show],
  );
  const reauthenticate = useCallback<Reauthenticate>(
    (what, options) =>
      new Promise((resolve) => {
        answer(null);
        show({ what, answer: resolve, ...options });
      }),
    [answer, show],
  );
  // Leaving the page cancels.
  useEffect(() => () => openQuestion.current?.answer(null), []);

  return (
    <Context value={reauthenticate}>
      {children}
      <Dialog
        open={question !== null}
        onOpenChange={(open) => !open && answer(null)}
        title="Confirm that it is you"
        description={question ? `Nobody but you should be able to ${question.what}.` : undefined}
      >
        {question ? (
          <ReauthenticationQuestion
            byPassword={question.byPassword ?? false}
            onReauthenticated={answer}
            onCancel={() => answer(null)}
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
