import type { ContractRouterClient } from '@orpc/contract';
import { useRef, useState } from 'react';
import { useOperation } from '#design/use-operation.ts';
import { useApi } from '#shared/api.tsx';
import type { CallContext } from '#shared/call-context.ts';
import { codeOf, dataOf } from '#shared/messages.ts';
import type { importContract, RefusedCell } from '../../import.contract.ts';
import { importMessages } from '../../import.messages.ts';
import type { SentRows } from './csv-protocol.ts';

type ImportApi = { catalog: ContractRouterClient<typeof importContract, CallContext> };

/** Of refused cells so many are listed. */
const LISTED = 20;

/** Why nothing was created, a line each. */
function linesOf(error: unknown, { rowNumbers }: SentRows): string[] {
  switch (codeOf(error)) {
    case 'ROWS_REFUSED': {
      const { cells = [], rows = 0 } = dataOf<{ cells: RefusedCell[]; rows: number }>(error);
      return [
        ...cells
          .slice(0, LISTED)
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

/** Sends the rows of a checked file. Pressed again after a failure, or twice, it is still one import. */
export function useImport({
  idempotencyKey,
  rows,
  onCreated,
}: {
  idempotencyKey: string;
  rows: () => Promise<SentRows>;
  onCreated: (created: { products: number; categories: number }) => void;
}) {
  const { catalog } = useApi<ImportApi>();
  const [fraction, setFraction] = useState(0);
  const [failure, setFailure] = useState<string[]>();
  const sent = useRef<SentRows>({ rows: [], rowNumbers: [] });
  const operation = useOperation({
    messages: importMessages,
    mutationFn: async (_: undefined) => {
      setFraction(0);
      sent.current = await rows();
      return catalog.importProducts(
        { idempotencyKey, rows: sent.current.rows },
        { context: { onProgress: setFraction } },
      );
    },
    onSuccess: ({ created, categories }) => onCreated({ products: created, categories }),
    onError: (error) => setFailure(linesOf(error, sent.current)),
  });
  return {
    fraction,
    failure,
    isBusy: operation.isPending,
    send: () => {
      if (operation.isPending) return;
      setFailure(undefined);
      operation.mutate(undefined);
    },
  };
}
