import { formatCount, plural } from '#shared/plural.ts';
import { useWritten } from './progress.ts';
import { ProgressBar } from './progress-bar.tsx';

/** The rows whose change takes long enough for a progress bar. */
const MANY = 500;

/** How far a change of many rows is: '1,200 of 3,000'. Nothing for few rows, or while none runs. */
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
  const written = useWritten(count > MANY ? running : undefined);
  if (running === undefined || count <= MANY) return null;
  return (
    <div className="grid w-full gap-1">
      <ProgressBar
        value={written > 0 ? written / count : undefined}
        label={`Changing ${plural(count, one, many)}`}
      />
      <p className="text-sm tabular-nums">
        {formatCount(written)} of {formatCount(count)}
      </p>
    </div>
  );
}
