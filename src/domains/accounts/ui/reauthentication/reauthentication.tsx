import { createContext, type ReactNode, useCallback, useContext, useEffect, useRef, useState } from 'react';
import { Dialog } from '#design/dialog.tsx';
import { IdentityQuestion } from './reauthentication-question.tsx';

/** The result of a reauthentication; the password where an action requires it as well. */
type Proof = { password?: string };

interface Options {
  /** Users with a password are asked for it and get no code: the action itself requires it. */
  byPassword?: boolean;
}

type Prove = (what: string, options?: Options) => Promise<Proof | null>;

interface Question extends Options {
  what: string;
  answer: (proof: Proof | null) => void;
}

const Context = createContext<Prove | null>(null);

/** Provides reauthentication for everything below it: see `useReauthentication`. */
export function Reauthentication({ children }: { children: ReactNode }) {
  const [question, setQuestion] = useState<Question | null>(null);
  const asked = useRef<Question | null>(null);
  const ask = useCallback((next: Question | null) => {
    asked.current = next;
    setQuestion(next);
  }, []);
  const answer = useCallback(
    (proof: Proof | null) => {
      asked.current?.answer(proof);
      ask(null);
    },
    [ask],
  );
  const prove = useCallback<Prove>(
    (what, options) =>
      new Promise((resolve) => {
        answer(null);
        ask({ what, answer: resolve, ...options });
      }),
    [answer, ask],
  );
  // Leaving the page cancels.
  useEffect(() => () => asked.current?.answer(null), []);

  return (
    <Context value={prove}>
      {children}
      <Dialog
        open={question !== null}
        onOpenChange={(open) => !open && answer(null)}
        title="Confirm that it is you"
        description={question ? `Nobody but you should be able to ${question.what}.` : undefined}
      >
        {question ? (
          <IdentityQuestion
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
export function useReauthentication(): Prove {
  const prove = useContext(Context);
  if (!prove) throw new Error('useReauthentication needs an Reauthentication above it');
  return prove;
}
