import type { ComponentProps, ReactNode } from 'react';
import { Field } from './field.tsx';
import { Input } from './input.tsx';
import { Select } from './select.tsx';
import { Textarea } from './textarea.tsx';

interface Labelled {
  label: ReactNode;
  hint?: ReactNode;
  error?: string | undefined;
  mark?: ReactNode;
  required?: boolean;
  /** Of the field, not of its control. */
  className?: string;
}

/** The props of a control, without those of its field. */
type PropsOf<Control extends 'input' | 'textarea' | 'select'> = Labelled &
  Omit<ComponentProps<Control>, keyof Labelled>;

/** A text input with label, hint and error: `<TextField {...form.field('name')} required maxLength={200} />`. */
export const TextField = ({ label, hint, error, mark, required, className, ...rest }: PropsOf<'input'>) => (
  <Field label={label} hint={hint} error={error} mark={mark} required={required} className={className}>
    {(control) => <Input {...control} {...rest} />}
  </Field>
);

export const TextareaField = ({
  label,
  hint,
  error,
  mark,
  required,
  className,
  ...rest
}: PropsOf<'textarea'>) => (
  <Field label={label} hint={hint} error={error} mark={mark} required={required} className={className}>
    {(control) => <Textarea {...control} {...rest} />}
  </Field>
);

export const SelectField = ({
  label,
  hint,
  error,
  mark,
  required,
  className,
  ...rest
}: PropsOf<'select'>) => (
  <Field label={label} hint={hint} error={error} mark={mark} required={required} className={className}>
    {(control) => <Select {...control} {...rest} />}
  </Field>
);
