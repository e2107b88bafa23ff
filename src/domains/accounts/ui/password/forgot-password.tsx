import { useQuery } from '@tanstack/react-query';
import type { ComponentProps } from 'react';
import { Button } from '#design/button.tsx';
import { CaptchaField } from '#design/captcha/captcha-field.tsx';
import { MIN_PASSWORD_LENGTH } from '#shared/account-limits.ts';
import { newPasswordByCodeInput, newPasswordInput } from '../../sign-in-input.ts';
import { AccountForm, useAccountForm } from '../account-form.tsx';
import { BackToSignIn } from '../back-to-sign-in.tsx';
import { CodeField, PasswordField } from '../form-fields.tsx';
import { Alert } from '../notice.tsx';
import { RequestByEmail, sendByEmail, waitFor } from '../request-by-email.tsx';
import { ResendButton } from '../resend-button.tsx';
import { useSetPassword } from '../sign-in.operations.ts';
import { signInCall } from '../sign-in-client.ts';

/** Asks for the email, then for the emailed code and a new password. */
export function ForgotPassword({
  wasSent,
  ...props
}: {
  /** Empty when unknown. */
  email: string;
  /** An email was already sent to it. */
  wasSent?: boolean;
  /** Null for another email. */
  onSent: (email: string | null) => void;
  onSet: (email: string) => void;
  onBack: () => void;
}) {
  return wasSent ? <NewPasswordByCode {...props} /> : <RequestByEmail {...props} kind="password" />;
}

/** Sets a new password with the token of an emailed link; shows the account of the link. */
export function NewPasswordByLink({
  token,
  onSet,
  onBack,
  onAgain,
}: {
  token: string;
  /** With the account's email, once it is known. */
  onSet: (email?: string) => void;
  onBack: () => void;
  /** To the request for another link. */
  onAgain: () => void;
}) {
  const { data } = useQuery({
    queryKey: ['reset-account', token],
    queryFn: () => signInCall('resetAccount', { token }),
    networkMode: 'always',
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  const email = data?.email ?? undefined;
  const form = useAccountForm(newPasswordInput);
  const set = useSetPassword();
  if (data?.email === null) {
    return (
      <div className="grid gap-4">
        <Alert>This link has expired. Please ask for a new one.</Alert>
        <Button size="lg" onClick={onAgain}>
          Send a new link
        </Button>
        <BackToSignIn className="justify-self-center" onClick={onBack} />
      </div>
    );
  }
  return (
    <AccountForm
      {...FRAME}
      form={form}
      busy={set.isPending}
      onSubmit={({ password }) => set.mutate({ token, password }, { onSuccess: () => onSet(email) })}
      after={<BackToSignIn className="justify-self-center" onClick={onBack} />}
    >
      <p className="wrap-anywhere">
        Choose your new password
        {email ? (
          <>
            {' '}
            for <strong>{email}</strong>
          </>
        ) : null}
        .
      </p>
      <NewPasswordField />
    </AccountForm>
  );
}

function NewPasswordByCode({ email, onSent, onSet }: Omit<ComponentProps<typeof ForgotPassword>, 'wasSent'>) {
  const form = useAccountForm(newPasswordByCodeInput, { focus: 'code' });
  const set = useSetPassword();
  return (
    <AccountForm
      {...FRAME}
      form={form}
      busy={set.isPending}
      onSubmit={(input) => set.mutate({ email, ...input }, { onSuccess: () => onSet(email) })}
      after={
        <div className="flex flex-wrap items-baseline justify-center gap-x-6 gap-y-3">
          <ResendButton
            name={waitFor('password', email)}
            send={() => sendByEmail('password', email)}
            sent="We sent the message again. Please check your email."
          >
            Send the message again
          </ResendButton>
          <Button variant="link" onClick={() => onSent(null)}>
            Send to another email
          </Button>
        </div>
      }
    >
      <p className="wrap-anywhere">
        If there is an account for {email}, a message with a code is on its way. Nothing came? Look into your
        spam folder as well.
      </p>
      <CodeField />
      <NewPasswordField />
      <CaptchaField />
    </AccountForm>
  );
}

const FRAME = { label: 'Choose a new password', submit: 'Set new password' };

const NewPasswordField = () => (
  <PasswordField label="New password" hint={`At least ${MIN_PASSWORD_LENGTH} characters`} />
);
