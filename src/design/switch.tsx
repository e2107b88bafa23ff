import { Switch as Radix } from 'radix-ui';
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
      <Radix.Root
        id={id}
        checked={checked}
        onCheckedChange={(next) => !busy && onCheckedChange(next)}
        aria-busy={busy || undefined}
        aria-label={hideLabel ? label : undefined}
        className="relative inline-flex h-6.5 w-11 shrink-0 items-center rounded-full border border-input bg-muted transition-colors before:absolute before:-inset-2.5 aria-busy:cursor-progress aria-busy:opacity-70 data-[state=checked]:border-transparent data-[state=checked]:bg-success"
      >
        <Radix.Thumb className="block size-4.5 translate-x-0.75 rounded-full bg-input transition-transform data-[state=checked]:translate-x-5.25 data-[state=checked]:bg-white" />
      </Radix.Root>
      {hideLabel ? null : <label htmlFor={id}>{label}</label>}
    </span>
  );
}
