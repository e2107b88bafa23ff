import { zodResolver } from '@hookform/resolvers/zod';
import { type RefObject, useEffect, useState } from 'react';
import { useForm } from 'react-hook-form';
import { CaptchaField } from '#design/captcha/captcha-field.tsx';
import { Field } from '#design/field.tsx';
import { Input } from '#design/input.tsx';
import { type RegisterInput, registerInput } from '../../sign-in-input.ts';
import { AccountForm } from '../account-form.tsx';
import { PasswordInput } from '../password/password-input.tsx';
import { useSignUp } from '../sign-in.operations.ts';

/** The typed input, restored when the form opens again: in memory only, because it has passwords. */
export type TypedRegistration = RefObject<RegisterInput | undefined>;

export function RegisterForm({
  next,
  typed,
  onRegistered,
}: {
  next: string;
  typed: TypedRegistration;
  onRegistered: (input: RegisterInput) => void;
}) {
  // No defaults at first: text typed before hydration stays.
  const [defaultValues] = useState(() => typed.current);
  const { register, handleSubmit, formState, getValues, reset } = useForm<RegisterInput>({
    resolver: zodResolver(registerInput),
    defaultValues,
  });
  useEffect(
    () => () => {
      typed.current = getValues();
    },
    [typed, getValues],
  );
  const signUp = useSignUp(next);
  const { errors } = formState;

  return (
    <AccountForm
      label="Register"
      submit="Create Account"
      busy={signUp.isPending}
      onSubmit={handleSubmit((input) =>
        signUp.mutate(input, {
          onSuccess: () => {
            // Submitted input is dropped: the next user may be another one.
            reset({});
            onRegistered(input);
          },
        }),
      )}
    >
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label="First name" required error={errors.firstName?.message}>
          {(control) => <Input {...control} {...register('firstName')} autoComplete="given-name" />}
        </Field>
        <Field label="Last name" required error={errors.lastName?.message}>
          {(control) => <Input {...control} {...register('lastName')} autoComplete="family-name" />}
        </Field>
      </div>
      <Field label="Email" required error={errors.email?.message}>
        {(control) => (
          <Input
            {...control}
            {...register('email')}
            type="email"
            inputMode="email"
            autoComplete="email"
            autoCapitalize="none"
          />
        )}
      </Field>
      <Field label="Password" required hint="At least 6 characters" error={errors.password?.message}>
        {(control) => <PasswordInput {...control} {...register('password')} autoComplete="new-password" />}
      </Field>
      <Field label="Confirm password" required error={errors.confirmPassword?.message}>
        {(control) => (
          <PasswordInput {...control} {...register('confirmPassword')} autoComplete="new-password" />
        )}
      </Field>
      <CaptchaField />
    </AccountForm>
  );
}
