import { zodResolver } from '@hookform/resolvers/zod';
import { MailCheck } from 'lucide-react';
import { useEffect } from 'react';
import { useForm } from 'react-hook-form';
import { Button } from '#design/button.tsx';
import { CaptchaField } from '#design/captcha/captcha-field.tsx';
import { Field } from '#design/field.tsx';
import { codeInput, digitsOf } from '../../sign-in-input.ts';
import { AccountForm } from '../account-form.tsx';
import { authClient } from '../auth-client.ts';
import { CodeInput } from '../code-input.tsx';
import { ResendButton } from '../resend-button.tsx';
import { useConfirmByCode, useSignIn } from '../sign-in.operations.ts';
import { useConfirmedElsewhere } from './use-confirmed-elsewhere.ts';

/** Key of the wait until the email may be sent again. */
export const confirmationTo = (email: string) => `confirmation-${email.toLowerCase()}`;

/** Asks for the emailed code, and continues when its link was opened elsewhere. */
export function ConfirmPanel({
  email,
  password,
  justRegistered,
  next,
  onBack,
  onOther,
}: {
  email: string;
  /** Unknown after a reload: then the user signs in themselves. */
  password?: string;
  /** Only the browser that registered may learn of the confirmation. */
  justRegistered: boolean;
  next: string;
  /** To the sign-in form, with the email filled in. */
  onBack: () => void;
  /** To the register form. */
  onOther: () => void;
}) {
  const { register, handleSubmit, formState, setFocus } = useForm<{ code: string }>({
    resolver: zodResolver(codeInput),
  });
  const confirm = useConfirmByCode();
  const signIn = useSignIn();
  useConfirmedElsewhere(justRegistered, () => {
    if (password === undefined) onBack();
    else signIn.mutate({ email, password }, { onError: onBack });
  });
  useEffect(() => {
    // The register form was longer: its button was below the end of this panel.
    window.scrollTo({ top: 0 });
    setFocus('code');
  }, [setFocus]);

  return (
    <AccountForm
      label="Confirm your email"
      submit="Confirm"
      busy={confirm.isPending || signIn.isPending}
      onSubmit={handleSubmit(({ code }) => confirm.mutate({ email, code }))}
      after={
        <div className="flex flex-wrap items-baseline justify-center gap-x-6 gap-y-3">
          <ResendButton
            name={confirmationTo(email)}
            send={() => authClient.sendConfirmation(email, next)}
            sent="We sent the message again. Please check your email."
          >
            Send the message again
          </ResendButton>
          <Button variant="link" onClick={onBack}>
            Back to sign in
          </Button>
        </div>
      }
    >
      <div className="flex gap-3 border-gold border-l-4 bg-muted p-4">
        <MailCheck aria-hidden="true" className="mt-0.5 size-5 shrink-0" />
        <div className="grid min-w-0 gap-1">
          <h2 className="font-semibold">
            {justRegistered ? 'Check your email' : 'Please confirm your email first'}
          </h2>
          <p className="wrap-anywhere text-sm">
            {justRegistered
              ? `We sent a message to ${email}. Press the link in it, or type its six-digit code here.`
              : `Your account for ${email} waits for its confirmation. Type the six-digit code of our message, or have the message sent again.`}{' '}
            Nothing came? Look into your spam folder as well.
          </p>
          {justRegistered ? (
            <p className="text-sm">
              Not your address?{' '}
              <Button variant="link" className="text-sm" onClick={onOther}>
                Register with another one
              </Button>
            </p>
          ) : null}
        </div>
      </div>
      <Field label="Six-digit code" required error={formState.errors.code?.message}>
        {(control) => <CodeInput {...control} {...register('code', { setValueAs: digitsOf })} />}
      </Field>
      <CaptchaField />
    </AccountForm>
  );
}
