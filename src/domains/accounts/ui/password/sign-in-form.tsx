import { zodResolver } from '@hookform/resolvers/zod';
import { type Ref, useImperativeHandle } from 'react';
import { useForm } from 'react-hook-form';
import { Button } from '#design/button.tsx';
import { CaptchaField } from '#design/captcha/captcha-field.tsx';
import { Field } from '#design/field.tsx';
import { Input } from '#design/input.tsx';
import { useShop } from '#shared/shop-context.tsx';
import { type SignInInput, signInByEitherInput, signInInput } from '../../sign-in-input.ts';
import { AccountForm } from '../account-form.tsx';
import { AuthRefusal } from '../auth-client.ts';
import { useSignIn } from '../sign-in.operations.ts';
import { PasswordInput } from './password-input.tsx';

export interface SignInFormHandle {
  /** The typed email, for another sign-in method; '' for a number. */
  address(): string;
}

export function SignInForm({
  ref,
  email,
  onUnconfirmed,
  onForgotten,
}: {
  ref?: Ref<SignInFormHandle>;
  /** Known from the step before. */
  email?: string;
  /** The password was correct, but the email is not confirmed. */
  onUnconfirmed: (input: SignInInput) => void;
  onForgotten: (email: string) => void;
}) {
  const { phone } = useShop().signIn;
  // No defaults but a known one: text typed before hydration stays.
  const { register, handleSubmit, formState, getValues } = useForm<SignInInput>({
    resolver: zodResolver(phone ? signInByEitherInput : signInInput),
    ...(email ? { defaultValues: { email } } : {}),
  });
  const address = () => addressIn(getValues('email'));
  useImperativeHandle(ref, () => ({ address }));
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
        <Button variant="link" className="justify-self-center" onClick={() => onForgotten(address())}>
          Forgot password?
        </Button>
      }
    >
      <Field label={phone ? 'Email or phone number' : 'Email'} required error={errors.email?.message}>
        {(control) => (
          <Input
            {...control}
            {...register('email')}
            type={phone ? 'text' : 'email'}
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

/** An email cannot be sent to a number. */
const addressIn = (typed: string | undefined) => (typed?.includes('@') ? typed.trim() : '');
