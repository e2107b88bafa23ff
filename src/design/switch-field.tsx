import type { ReactNode } from 'react';
import { type Control, type FieldValues, type Path, useController } from 'react-hook-form';
import { cn } from './cn.ts';
import { Switch } from './switch.tsx';

/** A switch that is saved with its form. */
export function SwitchField<Fields extends FieldValues, Output>({
  control,
  name,
  label,
  mark,
  className,
}: {
  control: Control<Fields, unknown, Output>;
  name: Path<Fields>;
  label: string;
  /** Shown beside the label. */
  mark?: ReactNode;
  className?: string;
}) {
  const { field } = useController({ control, name });
  return (
    <span className={cn('flex flex-wrap items-center gap-x-3', className)}>
      <Switch checked={field.value} onCheckedChange={field.onChange} label={label} />
      {mark}
    </span>
  );
}
