import type { FieldErrors, UseFormRegister } from 'react-hook-form';
import { CaptchaField } from '#design/captcha/captcha-field.tsx';
import type { SignInInput } from '../../sign-in-input.ts';
import { EmailField, PasswordField } from '../form-fields.tsx';

/** The two fields of the admin sign-in. */
export function Credentials({
  register,
  errors,
}: {
  register: UseFormRegister<SignInInput>;
  errors: FieldErrors<SignInInput>;
}) {
  return (
    <>
      <EmailField
        {...register('email')}
        placeholder="Your email address"
        autoComplete="username webauthn"
        error={errors.email?.message}
      />
      <PasswordField
        {...register('password')}
        label="Password"
        placeholder="Your password"
        autoComplete="current-password"
        error={errors.password?.message}
      />
      <CaptchaField />
    </>
  );
}
