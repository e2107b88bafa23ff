import { Download } from 'lucide-react';
import { Button } from '#design/button.tsx';
import { ErrorState } from '#design/error-state.tsx';
import { ExportMenu } from '#design/export-menu.tsx';
import { FileDrop } from '#design/file-drop.tsx';
import { formatCount } from '#shared/plural.ts';
import { TEMPLATE, TEMPLATE_NAME } from '../../csv-file.ts';
import { fileUnusable } from '../../import.messages.ts';
import { MAX_PRODUCTS } from '../../product-csv.ts';
import { saveCsv } from './save-file.ts';

/** The `accept` value for spreadsheets: some phones disable all files of other types. */
export const FILE_TYPES =
  '.csv,.tsv,.txt,.xlsx,text/csv,text/plain,text/tab-separated-values,text/comma-separated-values,application/vnd.ms-excel,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

const COLUMNS: [name: string, what: string][] = [
  ['name', 'what the product is called'],
  ['description', 'what a shopper reads about it'],
  ['price', 'above 0: 12500 or 12500.50'],
  ['category', 'one that exists, or a new one'],
  ['featured', 'true for the front page; else false or empty'],
  ['sku', 'your own code, if you have one: the next file recognises the product by it'],
];

/** The first step: download the template or choose a file. `unusable`: the file refused before. */
export function ChooseFile({
  onFile,
  unusable,
}: {
  onFile: (file: File) => void;
  unusable?: { name: string; reason: string };
}) {
  return (
    <>
      {unusable ? (
        <ErrorState title={fileUnusable}>
          <p className="[overflow-wrap:anywhere]">
            <b>{unusable.name}</b>: {unusable.reason}
          </p>
          <p>Nothing was created.</p>
        </ErrorState>
      ) : null}
      <div className="grid gap-6 sm:grid-cols-[1fr_auto] sm:items-start">
        <div className="grid gap-3">
          <h2 tabIndex={-1} className="font-semibold text-xl">
            Upload many products
          </h2>
          <p className="max-w-prose text-muted-foreground">
            Choose your spreadsheet here: an Excel file (.xlsx) or CSV. You see what it adds and changes
            before anything is saved.
          </p>
        </div>
        <div className="grid justify-items-start gap-2">
          <Button variant="outline" onClick={() => saveCsv(TEMPLATE_NAME, TEMPLATE)}>
            <Download aria-hidden="true" />
            Download template
          </Button>
          <ExportMenu list="products" filter={{}} label="Download your products" />
        </div>
      </div>
      <FileDrop
        label="Choose a spreadsheet"
        accept={FILE_TYPES}
        hint={`Up to ${formatCount(MAX_PRODUCTS)} products. Exports of other shops, such as Shopify’s, can be used too.`}
        onFiles={([file]) => file && onFile(file)}
      />
      <dl className="grid grid-cols-[auto_1fr] gap-x-6 gap-y-2 border-t pt-4 text-sm">
        {COLUMNS.map(([name, what]) => (
          <div key={name} className="contents">
            <dt className="font-semibold">{name}</dt>
            <dd className="text-muted-foreground">{what}</dd>
          </div>
        ))}
      </dl>
    </>
  );
}
