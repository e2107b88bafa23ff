import { formatCsv } from '../../csv-file.ts';

/** Downloads a table for Excel. */
export const saveTable = (name: string, rows: readonly (readonly string[])[]): void =>
  saveCsv(name, formatCsv(rows), { bom: true });

/** Downloads a text as a file. `bom`: Excel needs a byte order mark to detect UTF-8. */
export function saveCsv(name: string, text: string, { bom = false } = {}): void {
  const url = URL.createObjectURL(new Blob([bom ? '\uFEFF' : '', text], { type: 'text/csv;charset=utf-8' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  document.body.append(link);
  link.click();
  link.remove();
  // Some browsers read the URL after the click event.
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
