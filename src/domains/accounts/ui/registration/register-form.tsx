import { type RefObject, useEffect, useState } from 'react';
import { CaptchaField } from '#design/captcha/captcha-field.tsx';
import { MIN_PASSWORD_LENGTH } from '#shared/account-limits.ts';
import { type RegisterInput, registerInput } from '../../sign-in-input.ts';
import { AccountForm, useAccountForm } from '../account-form.tsx';
import { EmailField, NameFields, PasswordField } from '../form-fields.tsx';
import { useSignUp } from '../sign-in.operations.ts';

export function RegisterForm({
  next,
  typed,
  onRegistered,
}: {
  next: string;
  /** The typed input, restored when the form opens again: in memory only, because it has passwords. */
  typed: RefObject<RegisterInput | undefined>;
  onRegistered: (input: RegisterInput) => void;
}) {
  const [defaultValues] = useState(() => typed.current);
  const form = useAccountForm(registerInput, defaultValues && { defaultValues });
  const { getValues } = form;
  useEffect(
    () => () => {
      typed.current = getValues();
    },
    [typed, getValues],
  );
  const signUp = useSignUp(next, (input) => {
    // Submitted input is dropped: the next user may be another one.
    form.reset({});
    onRegistered(input);
  });
  return (
    <AccountForm
      form={form}
      label="Register"
      submit="Create Account"
      busy={signUp.isPending}
      onSubmit={signUp.mutate}
    >
      <div className="grid gap-4 sm:grid-cols-2">
        <NameFields />
      </div>
      <EmailField autoComplete="email" />
      <PasswordField hint={`At least ${MIN_PASSWORD_LENGTH} characters`} />
      <PasswordField name="confirmPassword" label="Confirm password" />
      <CaptchaField />
    </AccountForm>
  );
}
