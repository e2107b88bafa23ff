import { Download } from 'lucide-react';
import { Button } from '#design/button.tsx';
import { ErrorState } from '#design/error-state.tsx';
import { formatCount, plural } from '#shared/plural.ts';
import { rowsBad } from '../../import.messages.ts';
import type { PlanSummary } from './csv-worker.ts';
import { Categories, ExistingProducts, SharedNames } from './upload-findings.tsx';
import type { usePreview } from './use-preview.ts';

/** What the comparison with the shop found, other than rows with errors. */
export function PlanFindings({
  plan,
  of,
  preview: { choice, choose },
  disabled,
}: {
  plan: PlanSummary;
  /** The number of products in the file. */
  of: number;
  preview: ReturnType<typeof usePreview>;
  disabled: boolean;
}) {
  const { includesExisting, mode, key } = choice;
  const { emptied } = plan.counts;
  return (
    <>
      <ExistingProducts
        count={plan.existing.count}
        first={plan.existing.first}
        of={of}
        isIncluded={includesExisting}
        disabled={disabled}
        onInclude={key === 'name' ? (isIncluded) => choose({ includesExisting: isIncluded }) : undefined}
        onChange={mode === 'create' ? () => choose({ mode: 'both' }) : undefined}
      />
      {emptied > 0 ? (
        <p className="border-warning border-l-4 bg-warning-soft p-4">
          {`${plural(emptied, 'row has an empty cell', 'rows have empty cells')} where the product has something. An empty cell changes nothing: the product keeps what it has.`}
        </p>
      ) : null}
      <SharedNames {...plan.sharing} importKey={key} />
      {plan.categories.length > 0 ? (
        <Categories categories={plan.categories} newOnes={plan.newCategories} />
      ) : null}
    </>
  );
}

/** Nothing is imported until the rows with errors are corrected or left out. */
export function BadRows({
  count,
  of,
  canOmit,
  canFill,
  onOmit,
  onDownload,
}: {
  count: number;
  of: number;
  canOmit: boolean;
  /** Whether the columns were matched, which can have values for empty cells. */
  canFill: boolean;
  onOmit: () => void;
  onDownload: () => void;
}) {
  return (
    <div className="grid gap-3">
      <ErrorState title={rowsBad}>
        Errors in {plural(count, 'row')} of {formatCount(of)}. Nothing was created. Correct them below, or in
        your spreadsheet.
        {canFill ? ' Empty cells of a column are filled at once under ‘Change columns’.' : ''}
      </ErrorState>
      <div className="flex flex-wrap gap-3">
        {canOmit ? (
          <Button variant="outline" onClick={onOmit}>
            {count === 1 ? 'Leave this row out' : `Leave these ${plural(count, 'row')} out`}
          </Button>
        ) : null}
        <Button variant="outline" onClick={onDownload}>
          <Download aria-hidden="true" />
          Download these rows
        </Button>
      </div>
    </div>
  );
}
