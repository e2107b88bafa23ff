import type { FieldErrors, UseFormRegister } from 'react-hook-form';
import { CaptchaField } from '#design/captcha/captcha-field.tsx';
import { Field } from '#design/field.tsx';
import { TextField } from '#design/form-fields.tsx';
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
      <TextField
        {...register('email')}
        label="Email"
        required
        error={errors.email?.message}
        type="email"
        inputMode="email"
        placeholder="Your email address"
        autoComplete="username webauthn"
        autoCapitalize="none"
      />
      <Field label="Password" required error={errors.password?.message}>
        {(control) => (
          <PasswordInput
            {...control}
            {...register('password')}
            placeholder="Your password"
            autoComplete="current-password"
          />
        )}
      </Field>
      <CaptchaField />
    </>
  );
}
