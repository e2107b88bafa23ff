import { type Control, type FieldValues, type Path, useController } from 'react-hook-form';
import { Switch } from './switch.tsx';

/** A switch that is saved with its form. */
export function SwitchField<Fields extends FieldValues, Output>({
  control,
  name,
  label,
  className,
}: {
  control: Control<Fields, unknown, Output>;
  name: Path<Fields>;
  label: string;
  className?: string;
}) {
  const { field } = useController({ control, name });
  return (
    <Switch checked={field.value} onCheckedChange={field.onChange} label={label} className={className} />
  );
}
