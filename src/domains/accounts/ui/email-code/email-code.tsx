import { MailCheck } from 'lucide-react';
import { type ComponentProps, useState } from 'react';
import { Button } from '#design/button.tsx';
import { CODE_SECONDS } from '#shared/account-limits.ts';
import { refusalText } from '../../sign-in.messages.ts';
import { BackToSignIn } from '../back-to-sign-in.tsx';
import { CodeForm } from '../code-form.tsx';
import { Notice } from '../notice.tsx';
import { RequestByEmail, sendByEmail, waitFor } from '../request-by-email.tsx';
import { ResendButton } from '../resend-button.tsx';
import { signInCall } from '../sign-in-client.ts';

/** Signs in with an emailed code: asks for the email, then for the code. */
export function EmailCode({
  wasSent,
  ...props
}: {
  /** Empty when unknown. */
  email: string;
  /** A code was already sent to it. */
  wasSent?: boolean;
  /** Null for another email. */
  onSent: (email: string | null) => void;
  /** Loads the user. */
  onCodeAccepted: () => Promise<unknown>;
  onBack: () => void;
}) {
  return wasSent ? <TypeCode {...props} /> : <RequestByEmail {...props} kind="code" />;
}

function TypeCode({
  email,
  onCodeAccepted,
  onSent,
  onBack,
}: Omit<ComponentProps<typeof EmailCode>, 'wasSent'>) {
  const [sentAt, setSentAt] = useState(() => Date.now());
  const isOld = () => Date.now() - sentAt > CODE_SECONDS * 1000;
  return (
    <CodeForm
      label="Your code"
      submit="Sign In"
      captcha
      check={async (code) => {
        await signInCall('signInByCode', { email, code });
        await onCodeAccepted();
      }}
      messageFor={(error) =>
        refusalText(
          error,
          isOld() ? { INVALID_OTP: 'That code has expired. Please have a new one sent.' } : {},
        )
      }
      after={
        <div className="flex flex-wrap items-baseline justify-center gap-x-6 gap-y-3">
          <ResendButton
            name={waitFor('code', email)}
            send={async () => {
              await sendByEmail('code', email);
              setSentAt(Date.now());
            }}
            sent="We sent you a new code. The one before has expired."
          >
            Send a new code
          </ResendButton>
          <Button variant="link" onClick={() => onSent(null)}>
            Use another email
          </Button>
          <BackToSignIn onClick={onBack} />
        </div>
      }
    >
      <Notice Icon={MailCheck} title="Check your email">
        <p>
          If there is an account for {email}, a code is on its way. It is valid for ten minutes. Nothing came?
          Look into your spam folder as well.
        </p>
      </Notice>
    </CodeForm>
  );
}
