import { useEffect, useRef, useState } from 'react';
import { localStore } from '#shared/browser-storage.ts';
import { randomId } from '#shared/random-id.ts';
import { useShop } from '#shared/shop-context.tsx';
import { headerSignature, type Mapping, missingColumns, restoreMapping } from '../../csv-mapping.ts';
import type { VariantChoice } from '../../csv-products.ts';
import { isUnusable } from '../../csv-text.ts';
import { type CsvReader, openCsv } from './csv-reader.ts';
import type { CheckedFile, ReadFile } from './csv-worker.ts';

/** A step of processing a file, with the results of the steps before. */
export type FileStep =
  | { at: 'none' }
  | { at: 'reading'; name: string; fraction: number; rows: number }
  | { at: 'unusable'; name: string; reason: string }
  | { at: 'mapping'; name: string; file: ReadFile; mapping: Mapping }
  | {
      at: 'checked';
      name: string;
      file: ReadFile;
      mapping: Mapping;
      checked: CheckedFile;
      /** Identifies this check. */
      id: string;
      wasRemembered: boolean;
      /** What becomes of sizes and colours. */
      variants: VariantChoice;
      /** Whether the rows with errors are left out. */
      withoutBadRows: boolean;
      /** The worker that holds the rows. */
      ask: CsvReader['ask'];
    };

/** Reads and checks a chosen file. Choosing another one cancels it. */
export function useCsvFile() {
  const [step, setStep] = useState<FileStep>({ at: 'none' });
  const { currency } = useShop();
  const reader = useRef<CsvReader>(undefined);
  const replaceReader = (next: CsvReader | undefined) => {
    reader.current?.close();
    reader.current = next;
  };
  useEffect(() => () => reader.current?.close(), []);

  /** Awaits a request of a reader. Undefined if it failed or another file was chosen. */
  async function awaitAnswer<T>(own: CsvReader, name: string, question: Promise<T>): Promise<T | undefined> {
    try {
      const answer = await question;
      return reader.current === own ? answer : undefined;
    } catch {
      if (reader.current === own) setStep({ at: 'unusable', name, reason: 'The file could not be read.' });
      return undefined;
    }
  }

  async function check(
    { name, file, mapping }: Pick<Extract<FileStep, { at: 'checked' }>, 'name' | 'file' | 'mapping'>,
    { wasRemembered = false, variants = 'one' }: { wasRemembered?: boolean; variants?: VariantChoice } = {},
  ) {
    const own = reader.current;
    if (!own) return;
    const checked = await awaitAnswer(own, name, own.ask('check', mapping, currency, variants));
    if (!checked) return;
    if (isUnusable(checked)) return setStep({ at: 'unusable', name, reason: checked.reason });
    setStep({
      at: 'checked',
      name,
      file,
      mapping,
      checked,
      id: randomId(),
      wasRemembered,
      variants,
      withoutBadRows: false,
      ask: own.ask,
    });
  }

  async function choose(chosen: File) {
    const { name } = chosen;
    const own = openCsv(chosen);
    replaceReader(own);
    setStep({ at: 'reading', name, fraction: 0, rows: 0 });
    const onProgress = (fraction: number, rows: number) => {
      if (reader.current === own) setStep({ at: 'reading', name, fraction, rows });
    };
    const file = await awaitAnswer(own, name, own.read(onProgress));
    if (!file) return;
    if (isUnusable(file)) return setStep({ at: 'unusable', name, reason: file.reason });
    if (file.templateMapping) return check({ name, file, mapping: file.templateMapping });
    const remembered = rememberedMapping(file.header);
    if (remembered) return check({ name, file, mapping: remembered }, { wasRemembered: true });
    // The preview shows the guess, and the user can change it there.
    if (missingColumns(file.guess).length === 0 || file.guess.columns.id != null) {
      return check({ name, file, mapping: file.guess });
    }
    setStep({ at: 'mapping', name, file, mapping: file.guess });
  }

  return {
    step,
    choose: (file: File) => void choose(file),
    /** Applies a selected mapping and remembers it for files with the same columns. */
    applyMapping: ({ name, file }: Extract<FileStep, { at: 'mapping' }>, mapping: Mapping) => {
      rememberMapping(file.header, mapping);
      void check({ name, file, mapping });
    },
    changeColumns: () =>
      setStep((before) => (before.at === 'checked' ? { ...before, at: 'mapping' } : before)),
    chooseVariants: (step: Extract<FileStep, { at: 'checked' }>, variants: VariantChoice) =>
      void check(step, { wasRemembered: step.wasRemembered, variants }),
    omitBadRows: () =>
      setStep((before) => (before.at === 'checked' ? { ...before, withoutBadRows: true } : before)),
    clear: () => {
      replaceReader(undefined);
      setStep({ at: 'none' });
    },
  };
}

const KEY = 'csv-mappings';
/** Maximum number of stored mappings. */
const MAX_REMEMBERED = 20;

/** The stored pairs of header signature and mapping, the latest first. An earlier version may have stored them. */
const readStored = () =>
  localStore.readList(KEY).filter((one): one is [string, unknown] => Array.isArray(one) && one.length === 2);

/** The mapping last selected for a file with these columns. */
function rememberedMapping(header: readonly string[]): Mapping | null {
  const signature = headerSignature(header);
  return restoreMapping(readStored().find(([kind]) => kind === signature)?.[1], header);
}

function rememberMapping(header: readonly string[], mapping: Mapping): void {
  const signature = headerSignature(header);
  const others = readStored().filter(([kind]) => kind !== signature);
  localStore.write(KEY, JSON.stringify([[signature, mapping], ...others].slice(0, MAX_REMEMBERED)));
}
