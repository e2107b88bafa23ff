import { zodResolver } from '@hookform/resolvers/zod';
import { useForm } from 'react-hook-form';
import { CaptchaField } from '#design/captcha/captcha-field.tsx';
import { Field } from '#design/field.tsx';
import { Input } from '#design/input.tsx';
import { type RegisterInput, registerInput } from '../sign-in-input.ts';
import { AccountForm } from './account-form.tsx';
import { PasswordInput } from './password-input.tsx';
import { useSignUp } from './sign-in.operations.ts';

export function RegisterForm({
  next,
  onRegistered,
}: {
  next: string;
  onRegistered: (input: RegisterInput) => void;
}) {
  const { register, handleSubmit, formState } = useForm<RegisterInput>({
    resolver: zodResolver(registerInput),
  });
  const signUp = useSignUp(next);
  const { errors } = formState;

  return (
    <AccountForm
      label="Register"
      submit="Create Account"
      busy={signUp.isPending}
      onSubmit={handleSubmit((input) => signUp.mutate(input, { onSuccess: () => onRegistered(input) }))}
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
