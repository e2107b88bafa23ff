import { MailCheck } from 'lucide-react';
import { useState } from 'react';
import { Button } from '#design/button.tsx';
import { CODE_SECONDS } from '#shared/account-limits.ts';
import { refusalText } from '../../sign-in.messages.ts';
import { CodeForm } from '../code-form.tsx';
import { Notice } from '../notice.tsx';
import { RequestByEmail } from '../request-by-email.tsx';
import { ResendButton } from '../resend-button.tsx';
import { signInCall } from '../sign-in-client.ts';
import { wasJustSent } from '../use-resend-wait.ts';

const waitName = (email: string) => `code-${email.toLowerCase()}`;
const send = (email: string) => signInCall('sendSignInCode', { email });

/** Signs in with an emailed code: asks for the email, then for the code. `onCodeAccepted` loads the user. */
export function EmailCode({
  email,
  wasSent,
  onSent,
  onCodeAccepted,
  onBack,
}: {
  /** Empty when unknown. */
  email: string;
  /** A code was already sent to it. */
  wasSent: boolean;
  onSent: (email: string | null) => void;
  onCodeAccepted: () => Promise<unknown>;
  onBack: () => void;
}) {
  return wasSent ? (
    <TypeCode email={email} onCodeAccepted={onCodeAccepted} onOther={() => onSent(null)} onBack={onBack} />
  ) : (
    <RequestByEmail
      label="Sign in without a password"
      submit="Send me a code"
      email={email}
      waitName={waitName}
      send={send}
      // A code is valid in the browser that requested it.
      isPending={(to) => wasJustSent(waitName(to))}
      onSent={onSent}
      onBack={onBack}
    >
      We send six digits to your email, and you sign in with them. No password is needed.
    </RequestByEmail>
  );
}

function TypeCode({
  email,
  onCodeAccepted,
  onOther,
  onBack,
}: {
  email: string;
  onCodeAccepted: () => Promise<unknown>;
  onOther: () => void;
  onBack: () => void;
}) {
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
            name={waitName(email)}
            send={async () => {
              await send(email);
              setSentAt(Date.now());
            }}
            sent="We sent you a new code. The one before has expired."
          >
            Send a new code
          </ResendButton>
          <Button variant="link" onClick={onOther}>
            Use another email
          </Button>
          <Button variant="link" onClick={onBack}>
            Back to sign in
          </Button>
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
