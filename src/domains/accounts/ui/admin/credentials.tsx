import { CaptchaField } from '#design/captcha/captcha-field.tsx';
import { EmailField, PasswordField } from '../form-fields.tsx';

/** The two fields of the admin sign-in. */
export const Credentials = () => (
  <>
    <EmailField placeholder="Your email address" autoComplete="username webauthn" />
    <PasswordField placeholder="Your password" autoComplete="current-password" />
    <CaptchaField />
  </>
);
