import type { ContractRouterClient } from '@orpc/contract';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useOperation } from '#design/use-operation.ts';
import { useApi } from '#shared/api.tsx';
import type { CallContext } from '#shared/call-context.ts';
import type { importContract } from '../../import.contract.ts';
import { correctMessages } from '../../import.messages.ts';
import type { ImportChoice, RowFilter } from '../../import-plan.ts';
import type { CsvColumn, ImportKey } from '../../product-csv.ts';
import { ignoreClosed } from './csv-reader.ts';
import type { FileStep } from './use-csv-file.ts';

export type ImportApi = { catalog: ContractRouterClient<typeof importContract, CallContext> };
type Checked = Extract<FileStep, { at: 'checked' }>;

/** What a file is taken for: a list of new products, or, with the shop's own ids, one of changes. */
function likelyChoice({ checked, mapping }: Checked): ImportChoice {
  const key: ImportKey = checked.keys[0] ?? 'name';
  const isComplete = (['name', 'description', 'price', 'category'] as const).every(
    (column) => mapping.columns[column] !== null || mapping.fill[column as 'price'] !== undefined,
  );
  return {
    key,
    mode: mapping.mode ?? (!isComplete ? 'update' : key === 'id' ? 'both' : 'create'),
    includesExisting: false,
  };
}

const draftKey = (at: number, column: CsvColumn) => `${at} ${column}`;

/** Compares a checked file with the shop, plans its import, and corrects cells. Nothing is saved. */
export function usePreview(step: Checked) {
  const { ask } = step;
  const { catalog } = useApi<ImportApi>();
  const [choice, setChoice] = useState(() => likelyChoice(step));
  const [filter, setFilter] = useState<RowFilter>();
  const [number, setNumber] = useState(1);
  /** What is typed into wrong cells and not corrected yet, by row and column: also on other pages. */
  const drafts = useRef(new Map<string, string>());
  /** Corrected rows stay on the screen until another filter or page is chosen. */
  const [kept, setKept] = useState<number[]>([]);
  const [revision, setRevision] = useState(0);
  // Not below 'admin', which changes of the shop invalidate: a retry after a lost response must send the same rows.
  const compared = useQuery({
    queryKey: ['previewImport', step.id, choice.key],
    queryFn: async ({ signal }) => {
      for (const at of await ask('startComparison')) {
        const input = await ask('previewInput', choice.key, at);
        await ask('setCompared', await catalog.previewImport(input, { signal }), at);
      }
      return { at: Date.now() };
    },
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  const comparedAt = compared.data?.at;
  const plan = useQuery({
    queryKey: ['planImport', step.id, choice, comparedAt, revision],
    queryFn: async ({ signal }) => {
      const planned = await ask('plan', choice);
      // One that was abandoned for another choice, and is wanted again, is asked for anew: the worker has the plan of the last.
      signal.throwIfAborted();
      return { ...planned, choice, revision };
    },
    enabled: comparedAt !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
    placeholderData: keepPreviousData,
    gcTime: 0,
  });
  const counts = plan.data?.counts;
  const likely = counts && (['wrong', 'changed', 'new'] as const).find((kind) => counts[kind] > 0);
  const shown = filter ?? likely ?? 'all';
  const page = useQuery({
    queryKey: ['previewPage', step.id, choice, comparedAt, revision, shown, number],
    queryFn: () => ask('page', { kind: shown, number, kept }),
    enabled: plan.data !== undefined && !plan.isPlaceholderData,
    staleTime: Number.POSITIVE_INFINITY,
    placeholderData: keepPreviousData,
    gcTime: 0,
  });
  const correct = async ({ at, column, text }: { at: number; column: CsvColumn; text: string }) => {
    await ask('correct', at, column, text);
    const compared = await catalog.previewImport(await ask('previewInput', choice.key, [at]));
    await ask('setCompared', compared, [at]);
  };
  const correction = useOperation({
    messages: correctMessages,
    mutationFn: (cell: Parameters<typeof correct>[0]) => correct(cell).catch(ignoreClosed),
    onSuccess: (_, { at, column, text }) => {
      // Another text is not corrected yet.
      const key = draftKey(at, column);
      if (drafts.current.get(key) === text) drafts.current.delete(key);
      setFilter(shown);
      setKept((before) => [...before, at]);
      setRevision((before) => before + 1);
    },
  });
  const show = (kind: RowFilter, to: number) => {
    setKept([]);
    setFilter(kind);
    setNumber(to);
  };

  return {
    compared,
    /** While a correction is planned it is that of before: the screen stays as it is. */
    plan: compared.isFetching || plan.data?.choice !== choice ? undefined : plan.data,
    isPlanning: plan.isPlaceholderData,
    choice,
    choose: (next: Partial<ImportChoice>) => {
      setChoice((before) => ({ ...before, ...next }));
      setFilter(undefined);
      setNumber(1);
      setKept([]);
    },
    filter: shown,
    show: (kind: RowFilter) => show(kind, 1),
    page: page.data,
    turn: (to: number) => show(shown, to),
    correction,
    draftOf: (at: number, column: CsvColumn) => drafts.current.get(draftKey(at, column)),
    keepDraft(at: number, column: CsvColumn, text: string | undefined) {
      if (text === undefined) drafts.current.delete(draftKey(at, column));
      else drafts.current.set(draftKey(at, column), text);
    },
    /** Corrections, and what is typed for others, are nowhere but here. */
    isUnsaved: () => revision > 0 || drafts.current.size > 0,
    /** Identifies what would be sent: a retry of the same is the same import. */
    version: `${step.id} ${comparedAt} ${revision} ${JSON.stringify(choice)}`,
    /** Compares with what is in the shop by now. */
    compareAgain: () => void compared.refetch(),
  };
}
