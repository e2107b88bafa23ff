import { saveFile } from '#shared/save-file.ts';
import { formatCsv } from '../../csv-file.ts';

/** Downloads a table for Excel. */
export const saveTable = (name: string, rows: readonly (readonly string[])[]): void =>
  saveCsv(name, formatCsv(rows), { bom: true });

/** Downloads a text as a file. `bom`: Excel needs a byte order mark to detect UTF-8. */
export const saveCsv = (name: string, text: string, { bom = false } = {}): void =>
  saveFile(name, new Blob([bom ? '\uFEFF' : '', text], { type: 'text/csv;charset=utf-8' }));
