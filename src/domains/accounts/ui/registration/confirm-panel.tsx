import { useQueryClient } from '@tanstack/react-query';
import { MailCheck } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { Button } from '#design/button.tsx';
import { useApi } from '#shared/api.tsx';
import { BackToSignIn } from '../back-to-sign-in.tsx';
import { CodeForm } from '../code-form.tsx';
import { Notice } from '../notice.tsx';
import { ResendButton } from '../resend-button.tsx';
import { type AccountsApi, refreshSession } from '../session/session.queries.ts';
import { showRefusal, signInUrl, useLoadSignedIn, useSignIn } from '../sign-in.operations.ts';
import { signInCall } from '../sign-in-client.ts';

/** Key of the wait until the email may be sent again. */
export const confirmationTo = (email: string) => `confirmation-${email.toLowerCase()}`;

/** Asks for the emailed code, and continues when its link was opened elsewhere. */
export function ConfirmPanel({
  email,
  password,
  justRegistered = false,
  next,
  onBack,
  onOther,
}: {
  email: string;
  /** Unknown after a reload: then the user signs in themselves. */
  password?: string;
  /** Only the browser that registered may learn of the confirmation. */
  justRegistered?: boolean;
  next: string;
  /** To the sign-in form, with the email filled in. */
  onBack: () => void;
  /** To the register form. */
  onOther: () => void;
}) {
  const loadSignedIn = useLoadSignedIn();
  const signIn = useSignIn(loadSignedIn, onBack);
  const [isChecking, setChecking] = useState(false);
  // Not while a code is checked: its answer signs in.
  useConfirmedElsewhere(justRegistered && !isChecking, () => {
    if (password === undefined) onBack();
    else signIn.mutate({ email, password });
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
        setChecking(true);
        try {
          await signInCall('confirmByCode', { email, otp });
          await loadSignedIn();
        } finally {
          setChecking(false);
        }
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
          <BackToSignIn onClick={onBack} />
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

const EVERY_MS = 4_000;
const AT_MOST_MS = 10 * 60_000;

/**
 * Reports when the email that this browser registered was confirmed without signing in here. Polls only while the page
 * is visible, for ten minutes since it became visible.
 */
function useConfirmedElsewhere(watching: boolean, onConfirmed: () => void): void {
  const callback = useRef(onConfirmed);
  callback.current = onConfirmed;
  const queryClient = useQueryClient();
  const api = useApi<AccountsApi>();
  useEffect(() => {
    if (!watching) return;
    const isConfirmedElsewhere = async () => {
      const { confirmed } = await signInCall('registrationStatus');
      // The link, opened in another tab, has signed in this one too: the page goes on by itself.
      return confirmed && !(await refreshSession(queryClient, api)).user;
    };
    let until = Date.now() + AT_MOST_MS;
    let isPolling = false;
    async function read() {
      if (isPolling || document.visibilityState !== 'visible') return;
      isPolling = true;
      const isConfirmed = await isConfirmedElsewhere().catch(() => false);
      isPolling = false;
      if (!isConfirmed || stopped) return;
      stop();
      callback.current();
    }
    let stopped = false;
    const timer = setInterval(() => {
      if (Date.now() <= until) void read();
    }, EVERY_MS);
    // A user who returns from their mailbox sees the result at once.
    function begin() {
      until = Date.now() + AT_MOST_MS;
      void read();
    }
    document.addEventListener('visibilitychange', begin);
    function stop() {
      stopped = true;
      clearInterval(timer);
      document.removeEventListener('visibilitychange', begin);
    }
    return stop;
  }, [watching, queryClient, api]);
}
