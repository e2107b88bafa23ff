import { zodResolver } from '@hookform/resolvers/zod';
import { type RefObject, useEffect, useState } from 'react';
import { useForm } from 'react-hook-form';
import { CaptchaField } from '#design/captcha/captcha-field.tsx';
import { MIN_PASSWORD_LENGTH } from '#shared/account-limits.ts';
import { type RegisterInput, registerInput } from '../../sign-in-input.ts';
import { AccountForm } from '../account-form.tsx';
import { EmailField, NameFields, PasswordField } from '../form-fields.tsx';
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
        <NameFields register={register} errors={errors} />
      </div>
      <EmailField {...register('email')} autoComplete="email" error={errors.email?.message} />
      <PasswordField
        {...register('password')}
        label="Password"
        hint={`At least ${MIN_PASSWORD_LENGTH} characters`}
        error={errors.password?.message}
      />
      <PasswordField
        {...register('confirmPassword')}
        label="Confirm password"
        error={errors.confirmPassword?.message}
      />
      <CaptchaField />
    </AccountForm>
  );
}
