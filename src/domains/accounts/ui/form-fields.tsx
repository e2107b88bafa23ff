import { Eye, EyeOff } from 'lucide-react';
import { type ComponentProps, type ElementType, type ReactNode, useState } from 'react';
import { type RegisterOptions, useFormContext } from 'react-hook-form';
import { cn } from '#design/cn.ts';
import { Field } from '#design/field.tsx';
import { Input } from '#design/input.tsx';
import { digitsOf } from '../sign-in-input.ts';
import { useSession } from './session/session.queries.ts';

interface FieldProps extends Omit<ComponentProps<'input'>, 'size' | 'ref'> {
  /** In the form's input. */
  name: string;
  label: string;
  hint?: ReactNode;
  options?: RegisterOptions;
  fieldClassName?: string;
  Control?: ElementType;
}

/** A field of an `AccountForm`; the other attributes as for an input. */
export function TextField({
  name,
  label,
  hint,
  options,
  required = true,
  fieldClassName,
  Control = Input,
  ...input
}: FieldProps) {
  const { register, formState } = useFormContext();
  const message = formState.errors[name]?.message;
  return (
    <Field
      label={label}
      required={required}
      hint={hint}
      error={message === undefined ? undefined : String(message)}
      className={fieldClassName}
    >
      {(control) => <Control {...control} {...register(name, options)} {...input} />}
    </Field>
  );
}

/** An email, for the account that is signed in to unless `autoComplete` says otherwise. */
export const EmailField = (props: Partial<FieldProps>) => (
  <TextField
    name="email"
    label="Email"
    type="email"
    inputMode="email"
    autoComplete="username"
    autoCapitalize="none"
    {...props}
  />
);

/** A password that is chosen, unless `autoComplete` says 'current-password'. */
export const PasswordField = (props: Partial<FieldProps>) => (
  <TextField
    name="password"
    label="Password"
    autoComplete="new-password"
    Control={PasswordInput}
    {...props}
  />
);

/** Six digits in one field, so that pasting and the phone's autofill work. */
export const CodeField = (props: Partial<FieldProps>) => (
  <TextField
    name="code"
    label="Six-digit code"
    options={{ setValueAs: digitsOf }}
    inputMode="numeric"
    autoComplete="one-time-code"
    // More than six: some emails and keyboards add spaces.
    maxLength={12}
    className="text-center font-semibold text-xl tabular-nums tracking-[0.4em]"
    {...props}
  />
);

/** First and last name. */
export const NameFields = () => (
  <>
    <TextField name="firstName" label="First name" autoComplete="given-name" />
    <TextField name="lastName" label="Last name" autoComplete="family-name" />
  </>
);

/** Tells a password manager the account of the password beside it. */
export function HiddenUsername() {
  const { user } = useSession();
  return <input hidden readOnly autoComplete="username" value={user?.email ?? ''} />;
}

/** A password with a button that shows it: typing errors are common on a phone. */
function PasswordInput({ className, ...rest }: Omit<ComponentProps<'input'>, 'type'>) {
  const [shown, setShown] = useState(false);
  const Icon = shown ? EyeOff : Eye;
  return (
    <span className="relative block">
      <Input
        type={shown ? 'text' : 'password'}
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        className={cn('pr-12', className)}
        {...rest}
      />
      <button
        type="button"
        aria-pressed={shown}
        aria-label="Show password"
        onClick={() => setShown(!shown)}
        className="absolute top-0 right-0 flex size-11 items-center justify-center rounded-sm text-muted-foreground hover:text-foreground [&_svg]:size-5"
      >
        <Icon aria-hidden="true" />
      </button>
    </span>
  );
}
