import { Download, RotateCw, Undo2 } from 'lucide-react';
import { useState } from 'react';
import { Button } from '#design/button.tsx';
import { ProgressBar } from '#design/progress-bar.tsx';
import { useUndo } from '#design/undo.ts';
import { formatCount, plural } from '#shared/plural.ts';
import type { ImageRun } from './use-image-run.ts';

/** What did not become an image, and why. */
export interface Leftover {
  /** The file, address or product. */
  label: string;
  reason: string;
}

/** Rows on the screen; the downloaded list has all. */
const MAX_LISTED = 50;

/** The progress of many images, and what became of them. `noun`: 'photograph'. */
export function ImageRunPanel({
  run,
  noun,
  clearLabel,
  onClear = run.clear,
  onSave,
}: {
  run: ImageRun;
  noun: string;
  /** Of the button that removes an ended run. */
  clearLabel: string;
  onClear?: () => void;
  /** Saves the table of those that failed. */
  onSave: (rows: string[][]) => void;
}) {
  const { total, added, known, left, failed } = run;
  const done = total - left;
  const canRetry = failed.some(({ state }) => state === 'failed');
  return (
    <div className="grid grid-cols-1 gap-3">
      {left > 0 ? (
        <>
          <ProgressBar value={done / total} label={`Adding ${plural(total, noun)}`} />
          <p className="text-muted-foreground tabular-nums">
            {`${formatCount(done)} of ${plural(total, noun)}`}
            {run.isOffline ? '. Waiting for a connection…' : ''}
          </p>
        </>
      ) : (
        <p role="status" className="border-success border-l-4 bg-success-soft p-4 font-semibold">
          {`${plural(added, 'image')} added.`}
          {known > 0 ? ` ${plural(known, 'image')} ${known === 1 ? 'was' : 'were'} there already.` : ''}
          {total > added + known + failed.length
            ? ` Cancelled: ${plural(total - added - known - failed.length, noun)} left out. Choose them again to go on.`
            : ''}
        </p>
      )}
      <LeftoverList
        title={`${plural(failed.length, noun)} could not be added`}
        rest={failed.map(({ label, product, reason = '' }) => ({ label: `${product}: ${label}`, reason }))}
        onSave={() =>
          onSave([
            ['product', noun, 'reason'],
            ...failed.map(({ product, label, reason = '' }) => [product, label, reason]),
          ])
        }
      />
      <div className="flex flex-wrap gap-2">
        {left > 0 ? (
          <Button variant="outline" onClick={run.cancel}>
            Cancel
          </Button>
        ) : (
          <>
            <Button variant="outline" onClick={onClear}>
              {clearLabel}
            </Button>
            <UndoButton run={run} />
          </>
        )}
        {canRetry ? (
          <Button variant="outline" onClick={run.retryAll}>
            <RotateCw aria-hidden="true" />
            Try again
          </Button>
        ) : null}
      </div>
    </div>
  );
}

/** Takes all images of an ended run out again; those of an import with the import. */
function UndoButton({ run: { changeSets, clear } }: { run: ImageRun }) {
  const undo = useUndo();
  const [isBusy, setIsBusy] = useState(false);
  if (!undo || changeSets.length === 0) return null;
  const undoAll = async () => {
    setIsBusy(true);
    const isUndone = await undo(changeSets);
    setIsBusy(false);
    if (isUndone) clear();
  };
  return (
    <Button variant="outline" busy={isBusy} onClick={() => void undoAll()}>
      <Undo2 aria-hidden="true" />
      Undo
    </Button>
  );
}

/** A list of what was left out, with a button that saves all of it. Nothing if it is empty. */
export function LeftoverList({
  title,
  rest,
  onSave,
}: {
  title: string;
  rest: readonly Leftover[];
  onSave: () => void;
}) {
  if (rest.length === 0) return null;
  const more = rest.length - MAX_LISTED;
  return (
    <details open={rest.length <= 10} className="border p-3">
      <summary className="cursor-pointer font-semibold">{title}</summary>
      <ul aria-label={title} className="mt-2 grid grid-cols-1 gap-2 text-sm">
        {rest.slice(0, MAX_LISTED).map(({ label, reason }) => (
          <li key={`${label} ${reason}`} className="[overflow-wrap:anywhere]">
            <span className="font-semibold">{label}</span>
            <span className="block text-muted-foreground">{reason}</span>
          </li>
        ))}
      </ul>
      {more > 0 ? <p className="mt-2 text-sm">{`And ${formatCount(more)} more.`}</p> : null}
      <Button variant="outline" className="mt-3" onClick={onSave}>
        <Download aria-hidden="true" />
        Download this list
      </Button>
    </details>
  );
}
