import type { ComponentType } from 'react';
import { Field, type FieldProps } from './field.tsx';
import { Input } from './input.tsx';
import { Select } from './select.tsx';
import { Textarea } from './textarea.tsx';

type Labelled = Omit<FieldProps, 'children'>;

/** A control with label, hint and error, from the props of both. */
function labelled<Props extends object>(Control: ComponentType<Props>) {
  return ({
    label,
    hint,
    error,
    mark,
    required,
    className,
    ...rest
  }: Labelled & Omit<Props, keyof Labelled>) => (
    <Field label={label} hint={hint} error={error} mark={mark} required={required} className={className}>
      {(control) => <Control {...({ ...control, ...rest } as Props)} />}
    </Field>
  );
}

/** A text input with label, hint and error: `<TextField {...form.field('name')} required maxLength={200} />`. */
export const TextField = labelled(Input);
export const TextareaField = labelled(Textarea);
export const SelectField = labelled(Select);
