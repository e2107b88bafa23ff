import { MailCheck } from 'lucide-react';
import { useEffect } from 'react';
import { Button } from '#design/button.tsx';
import { CodeForm } from '../code-form.tsx';
import { Notice } from '../notice.tsx';
import { ResendButton } from '../resend-button.tsx';
import { showRefusal, signInUrl, useLoadSignedIn, useSignIn } from '../sign-in.operations.ts';
import { signInCall } from '../sign-in-client.ts';
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
  const loadSignedIn = useLoadSignedIn();
  const signIn = useSignIn();
  useConfirmedElsewhere(justRegistered, () => {
    if (password === undefined) onBack();
    else signIn.mutate({ email, password }, { onError: onBack });
  });
  // The register form was longer: its button was below the end of this panel.
  // Nothing is returned: browsers answer with a promise, which React would call as the cleanup.
  useEffect(() => {
    window.scrollTo({ top: 0 });
  }, []);

  return (
    <CodeForm
      label="Confirm your email"
      submit="Confirm"
      captcha
      busy={signIn.isPending}
      check={async (otp) => {
        await signInCall('confirmByCode', { email, otp });
        await loadSignedIn();
      }}
      messageFor={(error) => {
        showRefusal('login', error);
        return null;
      }}
      after={
        <div className="flex flex-wrap items-baseline justify-center gap-x-6 gap-y-3">
          <ResendButton
            name={confirmationTo(email)}
            send={() => signInCall('sendConfirmation', { email, callbackURL: signInUrl(next) })}
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
      <Notice
        Icon={MailCheck}
        title={justRegistered ? 'Check your email' : 'Please confirm your email first'}
      >
        <p>
          {justRegistered
            ? `We sent a message to ${email}. Press the link in it, or type its six-digit code here.`
            : `Your account for ${email} waits for its confirmation. Type the six-digit code of our message, or have the message sent again.`}{' '}
          Nothing came? Look into your spam folder as well.
        </p>
        {justRegistered ? (
          <p>
            Not your email?{' '}
            <Button variant="link" className="text-sm" onClick={onOther}>
              Register with another one
            </Button>
          </p>
        ) : null}
      </Notice>
    </CodeForm>
  );
}
