import { Button } from '#design/button.tsx';
import { ErrorState } from '#design/error-state.tsx';
import { ProgressBar } from '#design/progress-bar.tsx';
import { formatCount, plural } from '#shared/plural.ts';
import { notCreated } from '../../import.messages.ts';
import type { useImport } from './use-import.ts';

/** The progress of the import, or the reason why nothing was saved. */
export function ImportState({
  sending,
  count,
  isCreating,
  onCompareAgain,
}: {
  sending: ReturnType<typeof useImport>;
  count: number;
  /** Whether it only creates products. */
  isCreating: boolean;
  onCompareAgain: () => void;
}) {
  const { fraction, written, failure } = sending;
  if (sending.isCancelFailed) {
    return (
      <ErrorState title="The import could not be cancelled">
        It is not known whether the products were saved. Cancel it again when the shop can be reached.
      </ErrorState>
    );
  }
  if (failure) {
    return (
      <ErrorState title={failure.isStale ? 'The shop was changed since the preview' : notCreated}>
        <ul className="grid gap-1">
          {failure.lines.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
        {failure.isStale ? (
          <Button variant="outline" className="mt-3" onClick={onCompareAgain}>
            Compare again
          </Button>
        ) : null}
      </ErrorState>
    );
  }
  if (sending.isCancelled) {
    return (
      <p role="status" className="border-l-4 bg-muted p-4 font-semibold">
        Cancelled. Nothing was created.
      </p>
    );
  }
  if (!sending.isBusy) return null;
  if (sending.isCancelling) return <ProgressBar value={undefined} label="Cancelling the import" />;
  const isSent = fraction === 1;
  const done = isSent ? written : Math.floor(fraction * count);
  const action = isCreating ? 'Creating' : 'Saving';
  return (
    <div className="grid gap-2">
      <ProgressBar
        // Indeterminate until the first products are written.
        value={isSent && written === 0 ? undefined : done / count}
        label={isSent ? `${action} the products` : 'Sending the products'}
      />
      <p className="text-muted-foreground tabular-nums">
        {`${isSent ? action : 'Sent'} ${formatCount(done)} of ${plural(count, 'product')}${isSent ? ': all of them, or none' : ''}`}
      </p>
    </div>
  );
}
