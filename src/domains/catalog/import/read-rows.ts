import { readSheet, type Sheet } from './csv-records.ts';
import { decodeFile, type FileText, isArchive, isUnusable, type Unusable } from './csv-text.ts';
import { readWorkbook } from './xlsx-workbook.ts';

interface FoundRows extends Sheet {
  encoding?: FileText['encoding'];
  /** Of a workbook with several. */
  sheetName?: string;
  hasFormulas?: boolean;
}

/** The rows of a workbook or of a text file. `onProgress` receives the read fraction, from 0 to 1, and the rows so far. */
export async function readRows(
  bytes: Uint8Array<ArrayBuffer>,
  onProgress: (progress: number, rows: number) => void,
): Promise<FoundRows | Unusable> {
  if (isArchive(bytes)) return readWorkbook(bytes, onProgress);
  const text = decodeFile(bytes);
  if (isUnusable(text)) return text;
  const rows = readSheet(text.text, onProgress);
  return isUnusable(rows) ? rows : { ...rows, encoding: text.encoding };
}
