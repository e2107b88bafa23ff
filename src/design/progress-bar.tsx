import { cn } from './cn.ts';

/** Progress from 0 to 1; undefined while unknown. `label` names the operation. */
export function ProgressBar({
  value,
  label,
  className,
}: {
  value: number | undefined;
  label: string;
  className?: string;
}) {
  const percent = value === undefined ? undefined : Math.round(Math.min(1, Math.max(0, value)) * 100);
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={percent}
      className={cn('h-2 overflow-hidden bg-border', className)}
    >
      <div
        className={cn(
          'h-full bg-primary transition-[width] duration-200',
          percent === undefined && 'w-1/3 motion-safe:animate-pulse',
        )}
        style={percent === undefined ? undefined : { width: `${percent}%` }}
      />
    </div>
  );
}
