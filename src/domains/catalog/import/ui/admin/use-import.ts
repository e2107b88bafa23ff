import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useOperation } from '#design/use-operation.ts';
import { useApi } from '#shared/api.tsx';
import { LOST_ANSWER } from '#shared/lost-answer.ts';
import { codeOf, dataOf, messageOf } from '#shared/messages.ts';
import { formatCount } from '#shared/plural.ts';
import { randomId } from '#shared/random-id.ts';
import type { ProductStatus } from '../../../products/product-list.ts';
import type { Imported, RefusedCell, StaleRow } from '../../import.contract.ts';
import { cancelMessages, importMessages, productsImported } from '../../import.messages.ts';
import type { ImportKey } from '../../product-csv.ts';
import type { CsvReader } from './csv-reader.ts';
import type { ImportApi } from './use-preview.ts';

/** An attempt to send a choice of rows. A retry uses the same key, so that it is the same import. */
interface Attempt {
  idempotencyKey: string;
  choice: string;
  /** The numbers in the file of the rows sent last. */
  rowNumbers: readonly number[];
  stop: AbortController;
}

const PROGRESS_INTERVAL_MS = 300;
/** Maximum number of listed cells. */
const MAX_LISTED = 20;

const STALE: Record<StaleRow['reason'], string> = {
  changed: 'was changed since the preview',
  deleted: 'was deleted since the preview',
  exists: 'is in the shop by now, or another product has its code',
};

/** Why nothing was saved. */
interface Failure {
  lines: string[];
  /** Whether the shop changed since the preview. */
  isStale: boolean;
}

function failureOf(error: unknown, { rowNumbers }: Attempt): Failure {
  const code = codeOf(error);
  return { lines: failureLines(error, rowNumbers), isStale: code === 'ROWS_CHANGED' };
}

/** The reasons why nothing was saved, as lines. */
export function failureLines(error: unknown, rowNumbers: readonly number[]): string[] {
  const rowOf = (row: number) => `Row ${rowNumbers[row - 2] ?? row}`;
  switch (codeOf(error)) {
    case 'ROWS_REFUSED': {
      const { cells = [], rows = 0 } = dataOf<{ cells: RefusedCell[]; rows: number }>(error);
      return [
        ...cells
          .slice(0, MAX_LISTED)
          .map(({ row, column, message }) => `${rowOf(row)}, ${column}: ${message}`),
        `Nothing was created: errors in ${formatCount(rows)} of the rows.`,
      ];
    }
    case 'ROWS_CHANGED': {
      const { stale = [], rows = 0 } = dataOf<{ stale: StaleRow[]; rows: number }>(error);
      const more = rows - Math.min(stale.length, MAX_LISTED);
      return [
        ...stale.slice(0, MAX_LISTED).map(({ row, name, reason, changedBy }) => {
          const by = changedBy ? ` by ${changedBy.name}` : '';
          return `${rowOf(row)}${name ? `, ${name},` : ''} ${STALE[reason].replace(' since', `${by} since`)}.`;
        }),
        ...(more > 0 ? [`And ${formatCount(more)} more.`] : []),
        'Nothing was saved.',
      ];
    }
    case 'TOO_LARGE':
      return ['The file is too large to send at once: please split it. Nothing was created.'];
    case undefined:
    // Of a proxy that has no answer of the shop.
    case 'NO_CODE':
      return ['The shop could not be reached. Please try again: nothing is created twice.'];
    default:
      return [(error as Error).message, 'Nothing was saved.'];
  }
}

/**
 * Cancels imports that may have been done although their response was lost, all of `keys` but one. Returns what was
 * done if one was finished; `keys` keeps it and those after it.
 */
export async function cancelImports(
  cancel: (input: { idempotencyKey: string }) => Promise<Imported>,
  keys: Set<string>,
  except?: string,
): Promise<Imported | undefined> {
  for (const idempotencyKey of keys) {
    if (idempotencyKey === except) continue;
    const imported = await cancel({ idempotencyKey });
    if (imported.created + imported.changed > 0) return imported;
    keys.delete(idempotencyKey);
  }
  return undefined;
}

/** Sends the rows of a checked file, which the worker plans. `choice` identifies that selection. */
export function useImport({
  choice,
  file,
  status,
  importKey,
  ask,
  onImported,
}: {
  choice: string;
  /** What new rows must not find in the shop. */
  importKey: ImportKey | undefined;
  /** The name of the file. */
  file: string;
  /** The status of the new products; part of `choice`. */
  status: ProductStatus;
  ask: CsvReader['ask'];
  onImported: (imported: Imported) => void | Promise<void>;
}) {
  const { catalog } = useApi<ImportApi>();
  const [fraction, setFraction] = useState(0);
  const [failure, setFailure] = useState<Failure>();
  const [isCancelled, setCancelled] = useState(false);
  const attempt = useRef<Attempt>(undefined);
  /** Of the attempts that are not known to have saved nothing. */
  const keys = useRef(new Set<string>());
  const isLeft = useRef(false);
  useEffect(() => {
    isLeft.current = false;
    return () => {
      isLeft.current = true;
    };
  }, []);
  /** The screen shows what was imported, unless it was left before. */
  const successMessage = (imported: Imported | null) =>
    imported && isLeft.current ? productsImported(imported.created, imported.changed) : undefined;

  const sending = useOperation({
    messages: importMessages,
    mutationFn: async (attempt: Attempt) => {
      const { idempotencyKey, stop } = attempt;
      try {
        // One with another choice would import the same products again, and no row is compared with them.
        const earlier = await cancelImports(catalog.cancelImport, keys.current, idempotencyKey);
        if (earlier) return earlier;
        const options = { idempotencyKey, file: file.slice(0, 200), key: importKey, status };
        const { input, rowNumbers } = await ask('importInput', options);
        attempt.rowNumbers = rowNumbers;
        return await catalog.importProducts(input, {
          signal: stop.signal,
          context: { onProgress: setFraction },
        });
      } catch (error) {
        // `cancelling` reports the outcome.
        if (stop.signal.aborted) return null;
        throw error;
      }
    },
    successMessage,
    // The screen shows the reasons, unless it was left before.
    failureMessage: (error, { rowNumbers }) => {
      if (!isLeft.current) return messageOf(importMessages, error);
      const message = messageOf({ ...importMessages, lost: LOST_ANSWER }, error);
      if (!message || message === LOST_ANSWER) return message;
      return { ...importMessages.failure, description: failureLines(error, rowNumbers).join(' ') };
    },
    onSuccess: (imported) => {
      if (imported) void onImported(imported);
    },
    onError: (error, attempt) => setFailure(failureOf(error, attempt)),
  });
  const cancelling = useOperation({
    messages: cancelMessages,
    mutationFn: async () => (await cancelImports(catalog.cancelImport, keys.current)) ?? null,
    successMessage,
    onSuccess: (imported) => {
      // The import finished before the cancellation.
      if (imported) return onImported(imported);
      attempt.current = undefined;
      setCancelled(true);
    },
  });
  const progress = useQuery({
    queryKey: ['getImportProgress', sending.variables?.idempotencyKey],
    queryFn: ({ signal }) =>
      catalog.getImportProgress({ idempotencyKey: sending.variables!.idempotencyKey }, { signal }),
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
    /** Forgets why nothing was saved. */
    dismiss: () => setFailure(undefined),
    send: () => {
      if (isBusy) return;
      setFailure(undefined);
      setCancelled(false);
      cancelling.reset();
      setFraction(0);
      const previous = attempt.current?.choice === choice ? attempt.current.idempotencyKey : undefined;
      attempt.current = {
        idempotencyKey: previous ?? randomId(),
        choice,
        rowNumbers: [],
        stop: new AbortController(),
      };
      keys.current.add(attempt.current.idempotencyKey);
      sending.mutate(attempt.current);
    },
    cancel: () => {
      if (!attempt.current || cancelling.isPending) return;
      attempt.current.stop.abort();
      cancelling.mutate();
    },
  };
}
