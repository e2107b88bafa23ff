import type { ComponentProps, ReactNode } from 'react';
import { Field } from '#design/field.tsx';
import { Input } from '#design/input.tsx';
import { PasswordInput } from './password/password-input.tsx';

/** The result of `register`, and the message below the field. */
interface FieldProps extends Omit<ComponentProps<'input'>, 'size'> {
  label: string;
  error: string | undefined;
  hint?: ReactNode;
}

/** A required text field; `type` and `autoComplete` as for an input. */
function TextField({ label, error, hint, ...input }: FieldProps) {
  return (
    <Field label={label} required hint={hint} error={error}>
      {(control) => <Input {...control} {...input} />}
    </Field>
  );
}

/** An email, for the account that is signed in to unless `autoComplete` says otherwise. */
export const EmailField = ({ label = 'Email', ...rest }: Omit<FieldProps, 'label'> & { label?: string }) => (
  <TextField
    label={label}
    type="email"
    inputMode="email"
    autoComplete="username"
    autoCapitalize="none"
    {...rest}
  />
);

/** A password that is chosen, unless `autoComplete` says 'current-password'. */
export const PasswordField = ({ label, error, hint, ...input }: FieldProps) => (
  <Field label={label} required hint={hint} error={error}>
    {(control) => <PasswordInput autoComplete="new-password" {...control} {...input} />}
  </Field>
);

/** First and last name. */
export function NameFields({
  register,
  errors,
}: {
  register: (name: 'firstName' | 'lastName') => ComponentProps<'input'>;
  errors: { firstName?: { message?: string }; lastName?: { message?: string } };
}) {
  return (
    <>
      <TextField
        {...register('firstName')}
        label="First name"
        autoComplete="given-name"
        error={errors.firstName?.message}
      />
      <TextField
        {...register('lastName')}
        label="Last name"
        autoComplete="family-name"
        error={errors.lastName?.message}
      />
    </>
  );
}
