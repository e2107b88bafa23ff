import type { ComponentProps, ReactNode } from 'react';
import { cn } from './cn.ts';

/** A native checkbox; with `label` the whole row is the target. Without one, set `aria-label`. */
export function Checkbox({
  label,
  className,
  ...rest
}: Omit<ComponentProps<'input'>, 'type'> & { label?: ReactNode }) {
  const box = (
    <input
      type="checkbox"
      className={cn('size-5 shrink-0 checked:accent-primary indeterminate:accent-primary', className)}
      {...rest}
    />
  );
  if (!label) return box;
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: the checkbox is inside, as a variable.
    <label className="flex min-h-11 cursor-pointer items-center gap-3">
      {box}
      <span>{label}</span>
    </label>
  );
}
