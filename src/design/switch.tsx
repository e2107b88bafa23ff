import { useId } from 'react';
import { cn } from './cn.ts';

/** An immediate on/off switch. While saving, `busy` keeps the focus and ignores presses. */
export function Switch({
  checked,
  onCheckedChange,
  label,
  hideLabel,
  busy,
  className,
}: {
  checked: boolean;
  onCheckedChange: (checked: boolean) => void;
  label: string;
  hideLabel?: boolean;
  busy?: boolean;
  className?: string;
}) {
  const id = useId();
  return (
    <span className={cn('inline-flex min-h-11 items-center gap-3', className)}>
      <button
        type="button"
        role="switch"
        id={id}
        aria-checked={checked}
        onClick={() => !busy && onCheckedChange(!checked)}
        aria-busy={busy || undefined}
        aria-label={hideLabel ? label : undefined}
        className="group relative inline-flex h-6.5 w-11 shrink-0 items-center rounded-full border border-input bg-muted transition-colors before:absolute before:-inset-2.5 aria-busy:cursor-progress aria-busy:opacity-70 aria-checked:border-transparent aria-checked:bg-success"
      >
        <span className="block size-4.5 translate-x-0.75 rounded-full bg-input transition-transform group-aria-checked:translate-x-5.25 group-aria-checked:bg-white" />
      </button>
      {hideLabel ? null : <label htmlFor={id}>{label}</label>}
    </span>
  );
}
