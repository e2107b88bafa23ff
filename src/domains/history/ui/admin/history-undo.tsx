import { useQueryClient } from '@tanstack/react-query';
import { createContext, type ReactNode, useContext, useEffect, useRef, useState } from 'react';
import { ProgressProvider } from '#design/progress.ts';
import { toast } from '#design/toast.ts';
import { type Undo, UndoProvider } from '#design/undo.ts';
import { useOperation } from '#design/use-operation.ts';
import { changeSetsOf, noteChangeSets } from '#shared/change-sets.ts';
import type { Undone } from '../../contract.ts';
import { undoMessages, undone } from '../../messages.ts';
import { useHistoryApi } from './history.queries.ts';
import { UndoDialog } from './undo-dialog.tsx';

const AskContext = createContext<(id: string) => void>(() => {});

/** Opens the dialog that shows what undoing a change set would do. */
export const useAskUndo = () => useContext(AskContext);

/**
 * Undoes change sets for the screens inside: from a toast at once, if nothing is in the way, else from a dialog that
 * shows what is restored and what stays. Also tells them how far a change of many rows is.
 */
export function HistoryUndo({ children }: { children: ReactNode }) {
  const undo = useRef<Undo>(async () => false);
  const [asked, setAsked] = useState<readonly string[]>([]);
  const history = useHistoryApi();
  return (
    <UndoProvider value={(changeSets) => undo.current(changeSets)}>
      <AskContext value={(id) => setAsked([id])}>
        <ProgressProvider value={(key, call) => history.getProgress({ key }, call)}>
          {children}
        </ProgressProvider>
        {/* Inside of the provider: an undo can be undone from its own toast. */}
        <Undoing
          asked={asked}
          onAsk={setAsked}
          onReady={(ready) => {
            undo.current = ready;
          }}
        />
      </AskContext>
    </UndoProvider>
  );
}

function Undoing({
  asked,
  onAsk,
  onReady,
}: {
  /** Change sets, newest first, of which the dialog shows the first. */
  asked: readonly string[];
  onAsk: (ids: readonly string[]) => void;
  onReady: (undo: Undo) => void;
}) {
  const undo = useUndoChangeSets(onAsk);
  useEffect(() =>
    onReady((changeSets) =>
      undo.mutateAsync({ ids: changeSets.toReversed(), mayLeave: 0 }).then(
        ({ rest }) => rest.length === 0,
        // Told by the operation's own toast.
        () => false,
      ),
    ),
  );
  const [id] = asked;
  if (!id) return null;
  return (
    <UndoDialog
      key={id}
      id={id}
      isLonger={undo.data?.rest[0] === id && undo.data.mayLeave > 0}
      busy={undo.isPending}
      onUndo={(mayLeave) => undo.mutate({ ids: asked, mayLeave })}
      onClose={() => onAsk([])}
    />
  );
}

interface Undoings {
  /** Newest first. An operation of several transactions has several sets. */
  ids: readonly string[];
  /** How many findings of the first one the user has seen. Others may have none. */
  mayLeave: number;
}

/** `onAsk` receives those that were not undone, because they have more findings. */
function useUndoChangeSets(onAsk: (ids: readonly string[]) => void) {
  const history = useHistoryApi();
  const queryClient = useQueryClient();
  const isMounted = useRef(true);
  useEffect(() => {
    isMounted.current = true;
    return () => {
      isMounted.current = false;
    };
  }, []);
  // Any screen, form and page of the shop may show what was undone.
  const readAgain = () => void queryClient.invalidateQueries();
  return useOperation({
    mutationFn: async ({ ids, mayLeave }: Undoings) => {
      const outputs: Undone[] = [];
      let rest = ids;
      for (const [place, id] of ids.entries()) {
        const limit = place === 0 ? mayLeave : 0;
        const output = await history.undoChangeSet({ id, mayLeave: limit }).catch((error: unknown) => {
          // What was undone before stays so: the dialog goes on with the rest.
          if (place === 0) throw error;
        });
        if (!output || output.left > limit) break;
        outputs.push(output);
        rest = ids.slice(place + 1);
      }
      const sum = (name: 'rows' | 'left') => outputs.reduce((total, output) => total + output[name], 0);
      const outcome = { rest, mayLeave, rows: sum('rows'), left: sum('left') };
      noteChangeSets(outcome, outputs.flatMap(changeSetsOf));
      return outcome;
    },
    messages: undoMessages,
    successMessage: ({ rest, rows, left }) => undone({ rows, left, isAsking: rest.length > 0 }),
    onSuccess: ({ rest }) => {
      readAgain();
      if (isMounted.current) onAsk(rest);
      else if (rest.length > 0)
        toast.error('The change was not undone', {
          description: 'Others changed it since. The history in the back office shows what.',
        });
    },
    // The answer alone may be lost.
    onError: readAgain,
  });
}
