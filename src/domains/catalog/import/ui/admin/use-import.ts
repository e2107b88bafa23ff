import type { ContractRouterClient } from '@orpc/contract';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useOperation } from '#design/use-operation.ts';
import { useApi } from '#shared/api.tsx';
import type { CallContext } from '#shared/call-context.ts';
import { codeOf, dataOf } from '#shared/messages.ts';
import { randomId } from '#shared/random-id.ts';
import type { importContract, RefusedCell } from '../../import.contract.ts';
import { cancelMessages, importMessages } from '../../import.messages.ts';
import type { SentRows } from './csv-protocol.ts';

type ImportApi = { catalog: ContractRouterClient<typeof importContract, CallContext> };

interface Created {
  products: number;
  categories: number;
}

/** One try to send a choice of rows: sent again, with the same key, it is still one import. */
interface Attempt {
  key: string;
  choice: string;
  /** What was sent last. */
  sent: SentRows;
  stop: AbortController;
}

/** Between two looks at how many products are written, in ms. */
const PROGRESS_INTERVAL_MS = 300;
/** Of refused cells so many are listed. */
const MAX_LISTED = 20;

/** Why nothing was created, a line each. */
function failureLines(error: unknown, { rowNumbers }: SentRows): string[] {
  switch (codeOf(error)) {
    case 'ROWS_REFUSED': {
      const { cells = [], rows = 0 } = dataOf<{ cells: RefusedCell[]; rows: number }>(error);
      return [
        ...cells
          .slice(0, MAX_LISTED)
          .map(({ row, column, message }) => `Row ${rowNumbers[row - 2] ?? row}, ${column}: ${message}`),
        `Nothing was created: ${rows.toLocaleString('en')} of the rows cannot be products.`,
      ];
    }
    case 'TOO_LARGE':
      return [
        'There is more text in this file than can be sent at once: please split it. Nothing was created.',
      ];
    case 'NO_PERMISSION':
    case 'SIGN_IN_REQUIRED':
    case 'BUSY':
    case 'UNEXPECTED':
      return [(error as Error).message, 'Nothing was created.'];
    default:
      return ['The shop could not be reached. Press again: whatever arrived is not created twice.'];
  }
}

/** Sends the rows of a checked file. `choice` says which of them `rows` gives. */
export function useImport({
  choice,
  rows,
  onCreated,
}: {
  choice: string;
  rows: () => Promise<SentRows>;
  onCreated: (created: Created) => void;
}) {
  const { catalog } = useApi<ImportApi>();
  const [fraction, setFraction] = useState(0);
  const [failure, setFailure] = useState<string[]>();
  const [isCancelled, setCancelled] = useState(false);
  const attempt = useRef<Attempt>(undefined);

  const sending = useOperation({
    messages: importMessages,
    mutationFn: async (attempt: Attempt) => {
      const { key, stop } = attempt;
      try {
        attempt.sent = await rows();
        return await catalog.importProducts(
          { idempotencyKey: key, rows: attempt.sent.rows },
          { signal: stop.signal, context: { onProgress: setFraction } },
        );
      } catch (error) {
        // What became of it is asked by `cancelling`.
        if (stop.signal.aborted) return null;
        throw error;
      }
    },
    onSuccess: (created) => {
      if (created) onCreated({ products: created.created, categories: created.categories });
    },
    onError: (error, { sent }) => setFailure(failureLines(error, sent)),
  });
  const cancelling = useOperation({
    messages: cancelMessages,
    mutationFn: ({ key }: Attempt) => catalog.cancelImport({ idempotencyKey: key }),
    onSuccess: ({ created, categories }) => {
      // Finished in the very moment it was cancelled.
      if (created > 0) return onCreated({ products: created, categories });
      attempt.current = undefined;
      setCancelled(true);
    },
  });
  const progress = useQuery({
    queryKey: ['getImportProgress', sending.variables?.key],
    queryFn: ({ signal }) =>
      catalog.getImportProgress({ idempotencyKey: sending.variables!.key }, { signal }),
    enabled: sending.isPending && fraction === 1,
    refetchInterval: PROGRESS_INTERVAL_MS,
    gcTime: 0,
  });
  const isBusy = sending.isPending || cancelling.isPending;

  return {
    /** How much has left, from 0 to 1. At 1 the shop is at work. */
    fraction,
    /** How many products are written then; they are created once all are. */
    written: progress.data?.written ?? 0,
    failure,
    isCancelling: cancelling.isPending,
    /** A cancelled import of which nothing was created. */
    isCancelled,
    /** Whether the shop could not be asked to cancel. */
    isCancelFailed: cancelling.isError,
    isBusy,
    send: () => {
      if (isBusy) return;
      setFailure(undefined);
      setCancelled(false);
      cancelling.reset();
      setFraction(0);
      const key = attempt.current?.choice === choice ? attempt.current.key : randomId();
      attempt.current = {
        key,
        choice,
        sent: { rows: [], rowNumbers: [] },
        stop: new AbortController(),
      };
      sending.mutate(attempt.current);
    },
    cancel: () => {
      if (!attempt.current || cancelling.isPending) return;
      attempt.current.stop.abort();
      cancelling.mutate(attempt.current);
    },
  };
}
