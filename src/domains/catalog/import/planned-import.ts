import { nairaOfKobo } from '#shared/money.ts';
import type { ParsedRow } from './csv-products.ts';
import type { ImportChange, ImportRow, UnchangedRow } from './import.contract.ts';
import {
  type ComparedRows,
  comparedCells,
  type PlannedRow,
  type RowKind,
  VALUE_COLUMNS,
} from './import-plan.ts';

/** What an import sends. */
export interface PlannedImport {
  rows: ImportRow[];
  changes: ImportChange[];
  unchanged: UnchangedRow[];
  /** The number in the file of each of them. */
  rowNumbers: number[];
}

/** The new products, the changed cells and the versions of the unchanged products of a plan. */
export function plannedImport(
  rows: readonly ParsedRow[],
  plan: readonly PlannedRow[],
  matches: ComparedRows['matches'],
): PlannedImport {
  const ofKind = (kind: RowKind) => plan.filter((one) => one.kind === kind);
  const [created, changed, same] = [ofKind('new'), ofKind('changed'), ofKind('same')];
  return {
    rows: created.map(({ at, sharesName }) => {
      const { name, description, price, category, featured, sku } = rows[at]!.product;
      const cells = { name, description, price: nairaOfKobo(price!), category, featured };
      return { ...cells, ...(sku && { sku }), ...(sharesName && { sharesName }) };
    }),
    changes: changed.map(({ at, cells }) => {
      const { id, version } = matches.get(at)!;
      const all = comparedCells(rows[at]!);
      const wanted = VALUE_COLUMNS.filter((column) => cells[column]?.kind === 'changed');
      return { id, version, ...Object.fromEntries(wanted.map((column) => [column, all[column]])) };
    }),
    unchanged: same.map(({ at }) => {
      const { id, version } = matches.get(at)!;
      return [id, version];
    }),
    rowNumbers: [...created, ...changed, ...same].map(({ row }) => row),
  };
}
