import type { Ref } from 'react';
import { Button } from '#design/button.tsx';
import { CaptchaField } from '#design/captcha/captcha-field.tsx';
import { useShop } from '#shared/shop-context.tsx';
import { isRefused } from '../../sign-in.messages.ts';
import { type SignInInput, signInByEitherInput, signInInput } from '../../sign-in-input.ts';
import { AccountForm, type SignInFormHandle, useAccountForm, useTypedEmail } from '../account-form.tsx';
import { EmailField, PasswordField } from '../form-fields.tsx';
import { useLoadSignedIn, useSignIn } from '../sign-in.operations.ts';

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
  const form = useAccountForm(
    phone ? signInByEitherInput : signInInput,
    email ? { defaultValues: { email }, focus: 'password' } : {},
  );
  const typedEmail = useTypedEmail(ref, form);
  const signIn = useSignIn(useLoadSignedIn(), (error, input) => {
    if (isRefused(error, 'EMAIL_NOT_VERIFIED')) onUnconfirmed(input);
  });
  return (
    <AccountForm
      form={form}
      submit="Sign In"
      busy={signIn.isPending}
      onSubmit={signIn.mutate}
      after={
        <Button variant="link" className="justify-self-center" onClick={() => onForgotten(typedEmail())}>
          Forgot password?
        </Button>
      }
    >
      <EmailField
        label={phone ? 'Email or phone number' : 'Email'}
        type={phone ? 'text' : 'email'}
        autoComplete="username webauthn"
      />
      <PasswordField autoComplete="current-password" />
      <CaptchaField />
    </AccountForm>
  );
}
