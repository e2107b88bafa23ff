import { formatCount, plural } from '#shared/plural.ts';
import { useProgress } from './progress.ts';
import { ProgressBar } from './progress-bar.tsx';

/** The rows whose change takes long enough for a progress bar. */
const MANY = 500;

/**
 * How far a change of many rows is: '1,200 of 3,000', of those that are written. Nothing for few rows, or while none runs.
 */
export function ChangeProgress({
  running,
  count,
  names: [one, many],
}: {
  /** The key of the running change. */
  running: string | undefined;
  count: number;
  names: readonly [one: string, many: string];
}) {
  const progress = useProgress(count > MANY ? running : undefined);
  if (running === undefined || count <= MANY) return null;
  return (
    <div className="grid w-full gap-1">
      <ProgressBar
        value={progress && progress.written / progress.total}
        label={`Changing ${plural(count, one, many)}`}
      />
      <p className="text-sm tabular-nums">
        {formatCount(progress?.written ?? 0)} of {formatCount(progress?.total ?? count)}
      </p>
    </div>
  );
}
