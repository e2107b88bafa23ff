import { useState } from 'react';
import { Button } from '#design/button.tsx';
import { Checkbox } from '#design/checkbox.tsx';
import { ErrorState } from '#design/error-state.tsx';
import { FileDrop } from '#design/file-drop.tsx';
import { useLeaveGuard } from '#design/leave-guard.tsx';
import { Skeleton } from '#design/skeleton.tsx';
import { formatCount, plural } from '#shared/plural.ts';
import { useShop } from '#shared/shop-context.tsx';
import type { ProductStatus } from '../../../products/product-list.ts';
import type { VariantChoice } from '../../csv-products.ts';
import type { Imported } from '../../import.contract.ts';
import type { PlanCounts } from '../../import-plan.ts';
import { FILE_TYPES } from './choose-file.tsx';
import { DownloadImages, type FileImages, useFileImages } from './download-images.tsx';
import { ImportOptions } from './import-options.tsx';
import { ImportState } from './import-state.tsx';
import { BadRows, PlanFindings } from './plan-findings.tsx';
import { PreviewTable } from './preview-table.tsx';
import { saveCsv } from './save-file.ts';
import { Notes } from './upload-findings.tsx';
import type { FileStep } from './use-csv-file.ts';
import { useImport } from './use-import.ts';
import { usePreview } from './use-preview.ts';

/** '3 products to create, 5 to change'. */
function headingOf({ new: created, changed }: PlanCounts, isCreating: boolean): string {
  if (created > 0 && changed > 0)
    return `${plural(created, 'product')} to create, ${formatCount(changed)} to change`;
  if (changed > 0) return `${plural(changed, 'product')} to change`;
  if (created > 0) return `${plural(created, 'product')} to create`;
  return isCreating ? 'Nothing new to create' : 'Nothing to import';
}

const RUNNING = {
  title: 'Leave while the import runs?',
  description: 'It goes on, and a message says what was imported. Cancel it to import nothing.',
};

/** Previews what a file would change, cell by cell, and imports it. */
export function UploadPreview({
  step,
  onVariants,
  onOmitBadRows,
  onFile,
  onColumns,
  onCancel,
  onImported,
}: {
  step: Extract<FileStep, { at: 'checked' }>;
  onVariants: (variants: VariantChoice) => void;
  onOmitBadRows: () => void;
  onFile: (file: File) => void;
  onColumns: () => void;
  onCancel: () => void;
  /** `images`: those whose addresses the file has. */
  onImported: (imported: Imported, images: FileImages) => void;
}) {
  const { checked, file, name, ask } = step;
  const { currency } = useShop();
  const preview = usePreview(step);
  const { choice, plan, compared } = preview;
  const { includesExisting, mode, key } = choice;
  const [status, setStatus] = useState<ProductStatus>('published');
  const counts = plan?.counts;
  const badRows = counts?.wrong ?? 0;
  const count = counts ? counts.new + counts.changed : 0;
  const sending = useImport({
    choice: `${preview.version} ${status}`,
    status,
    file: name,
    importKey: includesExisting ? undefined : key,
    ask,
    // An import that is done is shown, with its images or without.
    onImported: async (imported) =>
      onImported(imported, { sources: await ask('imageSources').catch(() => []), key }),
  });
  const { leave, guard } = useLeaveGuard(
    () => sending.isBusy || preview.isUnsaved(),
    sending.isBusy ? RUNNING : undefined,
  );
  const known = useFileImages(ask, plan && count === 0 ? preview.version : undefined);
  const isBlocked = badRows > 0 && !step.withoutBadRows;
  const files = plan?.files ?? 0;

  return (
    <>
      <div className="grid gap-2">
        <h2 tabIndex={-1} className="font-semibold text-xl">
          {counts
            ? headingOf(counts, mode === 'create')
            : compared.isError
              ? 'The preview'
              : 'Comparing with the shop'}
        </h2>
        <p className="text-muted-foreground [overflow-wrap:anywhere]">
          From {name}
          {plan && plan.featured > 0 ? `, ${formatCount(plan.featured)} of them featured` : ''}. Nothing is
          saved yet.
        </p>
        <Notes step={step} badRows={badRows} currency={currency} />
      </div>
      <ImportOptions
        checked={checked}
        choice={choice}
        variants={step.variants}
        disabled={sending.isBusy}
        onChoose={preview.choose}
        onVariants={(variants) => leave(() => onVariants(variants))}
      />
      {compared.isError ? (
        <ErrorState
          title="The file could not be compared with the shop"
          error={compared.error}
          onRetry={preview.compareAgain}
          busy={compared.isFetching}
        />
      ) : plan && counts ? (
        <>
          {isBlocked ? (
            <BadRows
              count={badRows}
              of={checked.products}
              canOmit={count > 0}
              canFill={!file.templateMapping}
              onOmit={onOmitBadRows}
              onDownload={async () => saveCsv('rows_with_errors.csv', await ask('badRows'), { bom: true })}
            />
          ) : null}
          <PlanFindings plan={plan} of={checked.products} preview={preview} disabled={sending.isBusy} />
        </>
      ) : (
        <Skeleton className="h-16" />
      )}
      {counts && counts.new > 0 ? (
        <Checkbox
          label="Create new products as drafts, which only staff see"
          checked={status === 'draft'}
          disabled={sending.isBusy}
          onChange={({ currentTarget }) => setStatus(currentTarget.checked ? 'draft' : 'published')}
        />
      ) : null}
      {files > 1 ? (
        <ErrorState title="This is too much for one import">
          {`The ${plural(count, 'product')} to import have more text than one import can save. Nothing was sent. Please split the file into at least ${files} files.`}
        </ErrorState>
      ) : null}
      <ImportState
        sending={sending}
        count={count}
        isCreating={counts?.changed === 0}
        onCompareAgain={() => {
          sending.dismiss();
          preview.compareAgain();
        }}
      />
      <ImportActions
        count={files <= 1 && !isBlocked ? count : 0}
        sending={sending}
        disabled={preview.isPlanning || preview.correction.isPending}
        onColumns={file.templateMapping ? undefined : () => leave(onColumns)}
        onCancel={() => leave(onCancel)}
      />
      {guard}
      {known.data && !sending.isBusy ? <DownloadImages images={{ sources: known.data, key }} /> : null}
      {counts ? <PreviewTable preview={preview} counts={counts} busy={sending.isBusy} /> : null}
      {isBlocked ? (
        <FileDrop
          label="Choose the corrected file"
          accept={FILE_TYPES}
          hint="Or correct the rows in your spreadsheet and choose the whole file again."
          onFiles={([corrected]) => corrected && leave(() => onFile(corrected))}
        />
      ) : null}
    </>
  );
}

/** Sends the import or cancels it; before that, leads back to the steps before. */
function ImportActions({
  count,
  sending,
  disabled,
  onColumns,
  onCancel,
}: {
  /** The number of products that can be imported. */
  count: number;
  sending: ReturnType<typeof useImport>;
  /** While it is not known yet what would be imported. */
  disabled: boolean;
  /** Undefined for a file whose columns need no matching. */
  onColumns: (() => void) | undefined;
  onCancel: () => void;
}) {
  return (
    <div className="flex flex-wrap gap-3">
      {count > 0 && !sending.isCancelFailed ? (
        <Button busy={sending.isBusy} disabled={disabled} onClick={sending.send}>
          Import {plural(count, 'product')}
        </Button>
      ) : null}
      {sending.isBusy || sending.isCancelFailed ? (
        <Button variant="outline" busy={sending.isCancelling} onClick={sending.cancel}>
          Cancel import
        </Button>
      ) : (
        <>
          {onColumns ? (
            <Button variant="outline" onClick={onColumns}>
              Change columns
            </Button>
          ) : null}
          <Button variant="ghost" onClick={onCancel}>
            Choose another file
          </Button>
        </>
      )}
    </div>
  );
}
