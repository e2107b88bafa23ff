import { type ReactNode, useId } from 'react';
import { cn } from './cn.ts';

export type FieldControl = {
  id: string;
  'aria-describedby': string | undefined;
  'aria-invalid': true | undefined;
  'aria-required': true | undefined;
};

export interface FieldProps {
  label: ReactNode;
  hint?: ReactNode;
  error?: string | undefined;
  /** Shown beside the label. */
  mark?: ReactNode;
  required?: boolean;
  /** Of the field, not of its control. */
  className?: string;
  children: (control: FieldControl) => ReactNode;
}

/**
 * Associates label, control, hint and error. `children` renders the control with the given attributes:
 * `<Field label="Name" error={error}>{(control) => <Input {...control} name="name" />}</Field>`.
 */
export function Field({ label, hint, error, mark, required, className, children }: FieldProps) {
  const id = useId();
  const hintId = `${id}-hint`;
  const errorId = `${id}-error`;
  const markId = `${id}-mark`;
  const describedBy = [mark ? markId : '', hint ? hintId : '', error ? errorId : '']
    .filter(Boolean)
    .join(' ');
  return (
    <div className={cn('grid content-start gap-1.5', className)}>
      <span className="flex flex-wrap items-baseline gap-x-3">
        <label htmlFor={id} className="font-semibold text-sm">
          {label}
        </label>
        {mark ? <span id={markId}>{mark}</span> : null}
      </span>
      {children({
        id,
        'aria-describedby': describedBy || undefined,
        'aria-invalid': error ? true : undefined,
        'aria-required': required ? true : undefined,
      })}
      {hint ? (
        <p id={hintId} className="text-muted-foreground text-sm">
          {hint}
        </p>
      ) : null}
      <FieldError id={errorId}>{error}</FieldError>
    </div>
  );
}

/** The error below a field; nothing without one. */
export function FieldError({ id, children }: { id?: string; children: ReactNode }) {
  if (!children) return null;
  return (
    <p id={id} role="alert" className="font-medium text-danger text-sm">
      {children}
    </p>
  );
}
