import type { ContractRouterClient } from '@orpc/contract';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useUndoAction } from '#design/undo.ts';
import { useOperation } from '#design/use-operation.ts';
import { useApi } from '#shared/api.tsx';
import type { CallContext } from '#shared/call-context.ts';
import { codeOf, dataOf } from '#shared/messages.ts';
import { randomId } from '#shared/random-id.ts';
import type { ProductStatus } from '../../../products/product-list.ts';
import type { importContract, RefusedCell } from '../../import.contract.ts';
import { cancelMessages, importMessages } from '../../import.messages.ts';
import type { SentRows } from './csv-worker.ts';

type ImportApi = { catalog: ContractRouterClient<typeof importContract, CallContext> };

export interface Created {
  products: number;
  categories: number;
  /** Takes the products back; undefined where the import was answered before. */
  undo?: () => void;
}

/** An attempt to send a choice of rows. A retry uses the same key, so that it is the same import. */
interface Attempt {
  key: string;
  choice: string;
  /** The rows sent last. */
  sent: SentRows;
  stop: AbortController;
}

const PROGRESS_INTERVAL_MS = 300;
/** Maximum number of listed cells. */
const MAX_LISTED = 20;

/** The reasons why nothing was created, as lines. */
function failureLines(error: unknown, { rowNumbers }: SentRows): string[] {
  switch (codeOf(error)) {
    case 'ROWS_REFUSED': {
      const { cells = [], rows = 0 } = dataOf<{ cells: RefusedCell[]; rows: number }>(error);
      return [
        ...cells
          .slice(0, MAX_LISTED)
          .map(({ row, column, message }) => `Row ${rowNumbers[row - 2] ?? row}, ${column}: ${message}`),
        `Nothing was created: errors in ${rows.toLocaleString('en')} of the rows.`,
      ];
    }
    case 'TOO_LARGE':
      return ['The file is too large to send at once: please split it. Nothing was created.'];
    case 'NO_PERMISSION':
    case 'SIGN_IN_REQUIRED':
    case 'BUSY':
    case 'UNEXPECTED':
      return [(error as Error).message, 'Nothing was created.'];
    default:
      return ['The shop could not be reached. Please try again: nothing is created twice.'];
  }
}

/** Sends the rows of a checked file. `choice` identifies the selection that `rows` returns. */
export function useImport({
  choice,
  file,
  status,
  rows,
  onCreated,
}: {
  choice: string;
  /** The name of the file. */
  file: string;
  /** The status of the new products; part of `choice`. */
  status: ProductStatus;
  rows: () => Promise<SentRows>;
  onCreated: (created: Created) => void;
}) {
  const { catalog } = useApi<ImportApi>();
  const [fraction, setFraction] = useState(0);
  const [failure, setFailure] = useState<string[]>();
  const [isCancelled, setCancelled] = useState(false);
  const attempt = useRef<Attempt>(undefined);
  const undoOf = useUndoAction();

  const sending = useOperation({
    messages: importMessages,
    mutationFn: async (attempt: Attempt) => {
      const { key, stop } = attempt;
      try {
        attempt.sent = await rows();
        return await catalog.importProducts(
          { idempotencyKey: key, file: file.slice(0, 200), status, rows: attempt.sent.rows },
          { signal: stop.signal, context: { onProgress: setFraction } },
        );
      } catch (error) {
        // `cancelling` reports the outcome.
        if (stop.signal.aborted) return null;
        throw error;
      }
    },
    onSuccess: (created) => {
      if (!created) return;
      const undo = undoOf(created)?.action.onClick;
      onCreated({ products: created.created, categories: created.categories, undo });
    },
    onError: (error, { sent }) => setFailure(failureLines(error, sent)),
  });
  const cancelling = useOperation({
    messages: cancelMessages,
    mutationFn: ({ key }: Attempt) => catalog.cancelImport({ idempotencyKey: key }),
    onSuccess: ({ created, categories }) => {
      // The import finished before the cancellation.
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
    /** The sent fraction, from 0 to 1. At 1 the server creates the products. */
    fraction,
    /** The number of written products; they become visible once all are. */
    written: progress.data?.written ?? 0,
    failure,
    isCancelling: cancelling.isPending,
    /** The import was cancelled, and nothing was created. */
    isCancelled,
    /** The cancellation failed: the outcome is unknown. */
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
