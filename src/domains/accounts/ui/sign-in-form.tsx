import { zodResolver } from '@hookform/resolvers/zod';
import { useForm } from 'react-hook-form';
import { Button } from '#design/button.tsx';
import { CaptchaField } from '#design/captcha/captcha-field.tsx';
import { Field } from '#design/field.tsx';
import { Input } from '#design/input.tsx';
import { type SignInInput, signInInput } from '../sign-in-input.ts';
import { AccountForm } from './account-form.tsx';
import { AuthRefusal } from './auth-client.ts';
import { PasswordInput } from './password-input.tsx';
import { useSignIn } from './sign-in.operations.ts';

export function SignInForm({
  email,
  onUnconfirmed,
  onForgotten,
}: {
  /** Known from the step before. */
  email?: string;
  /** The password was right, but the address is not confirmed. */
  onUnconfirmed: (input: SignInInput) => void;
  onForgotten: (email: string) => void;
}) {
  // No defaults but a known one: what was typed before the page was usable stays.
  const { register, handleSubmit, formState, getValues } = useForm<SignInInput>({
    resolver: zodResolver(signInInput),
    ...(email ? { defaultValues: { email } } : {}),
  });
  const signIn = useSignIn();
  const { errors } = formState;

  return (
    <AccountForm
      label="Sign In"
      submit="Sign In"
      busy={signIn.isPending}
      onSubmit={handleSubmit((input) =>
        signIn.mutate(input, {
          onError: (error) => {
            if (error instanceof AuthRefusal && error.code === 'EMAIL_NOT_VERIFIED') onUnconfirmed(input);
          },
        }),
      )}
      after={
        <Button
          variant="link"
          className="justify-self-center"
          onClick={() => onForgotten(getValues('email') ?? '')}
        >
          Forgot password?
        </Button>
      }
    >
      <Field label="Email" required error={errors.email?.message}>
        {(control) => (
          <Input
            {...control}
            {...register('email')}
            type="email"
            inputMode="email"
            autoComplete="username webauthn"
            autoCapitalize="none"
          />
        )}
      </Field>
      <Field label="Password" required error={errors.password?.message}>
        {(control) => (
          <PasswordInput {...control} {...register('password')} autoComplete="current-password" />
        )}
      </Field>
      <CaptchaField />
    </AccountForm>
  );
}
