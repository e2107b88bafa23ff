import { type Control, type FieldValues, type Path, useController } from 'react-hook-form';
import { cn } from './cn.ts';
import { type FieldMark, FieldMarkText } from './form-marks.tsx';
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
  mark?: FieldMark | undefined;
  className?: string;
}) {
  const { field } = useController({ control, name });
  return (
    <span className={cn('flex flex-wrap items-center gap-x-3', className)}>
      <Switch checked={field.value} onCheckedChange={field.onChange} label={label} />
      <FieldMarkText mark={mark} />
    </span>
  );
}
