import { useMutation } from '@tanstack/react-query';
import { CaptchaField } from '#design/captcha/captcha-field.tsx';
import { isRefused } from '../sign-in.messages.ts';
import { emailInput } from '../sign-in-input.ts';
import { AccountForm, useAccountForm } from './account-form.tsx';
import { BackToSignIn } from './back-to-sign-in.tsx';
import { EmailField } from './form-fields.tsx';
import { noteSent, wasJustSent } from './resend-button.tsx';
import { showNotSent } from './sign-in.operations.ts';
import { signInCall } from './sign-in-client.ts';

const MESSAGES = {
  code: {
    operation: 'sendSignInCode',
    label: 'Sign in without a password',
    submit: 'Send me a code',
    text: 'We send six digits to your email, and you sign in with them. No password is needed.',
  },
  password: {
    operation: 'requestPassword',
    label: 'Forgot password',
    submit: 'Send me a message',
    text: 'Type your email, and we send you a link and a code for a new password.',
  },
} as const;
type MessageKind = keyof typeof MESSAGES;

/** The key of the wait until the message may be sent again. */
export const waitFor = (kind: MessageKind, email: string) => `${kind}-${email.toLowerCase()}`;

export const sendByEmail = (kind: MessageKind, email: string) =>
  signInCall(MESSAGES[kind].operation, { email });

/** Asks for the email to which a message is sent. */
export function RequestByEmail({
  kind,
  email,
  onSent,
  onBack,
}: {
  kind: MessageKind;
  /** Empty when unknown. */
  email: string;
  onSent: (email: string) => void;
  onBack: () => void;
}) {
  const form = useAccountForm(emailInput, { focus: 'email', defaultValues: { email } });
  const request = useMutation({
    mutationFn: (to: string) => sendByEmail(kind, to),
    onSuccess: (_, to) => {
      noteSent(waitFor(kind, to));
      onSent(to);
    },
    onError: (error, to) => {
      // A message that was sent a moment ago serves as well; a code only in the browser that requested it.
      const wasSentBefore = kind !== 'code' || wasJustSent(waitFor(kind, to));
      if (isRefused(error, 'TOO_SOON') && wasSentBefore) onSent(to);
      else showNotSent(error);
    },
  });
  const { label, submit, text } = MESSAGES[kind];
  return (
    <AccountForm
      form={form}
      label={label}
      submit={submit}
      busy={request.isPending}
      onSubmit={(input) => request.mutate(input.email)}
      after={<BackToSignIn className="justify-self-center" onClick={onBack} />}
    >
      <p>{text}</p>
      <EmailField />
      <CaptchaField />
    </AccountForm>
  );
}
