import { zodResolver } from '@hookform/resolvers/zod';
import { useQuery } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import { Button } from '#design/button.tsx';
import { CaptchaField } from '#design/captcha/captcha-field.tsx';
import { Field } from '#design/field.tsx';
import { MIN_PASSWORD_LENGTH } from '#shared/account-limits.ts';
import { digitsOf, newPasswordByCodeInput, newPasswordInput } from '../../sign-in-input.ts';
import { AccountForm } from '../account-form.tsx';
import { CodeInput } from '../code-input.tsx';
import { PasswordField } from '../form-fields.tsx';
import { Alert } from '../notice.tsx';
import { RequestByEmail } from '../request-by-email.tsx';
import { ResendButton } from '../resend-button.tsx';
import { useSetPassword } from '../sign-in.operations.ts';
import { signInCall } from '../sign-in-client.ts';

const waitName = (email: string) => `password-${email.toLowerCase()}`;
const send = (email: string) => signInCall('requestPassword', { email });

/** Asks for the email, then for the emailed code and a new password. */
export function ForgotPassword({
  email,
  wasSent,
  onSent,
  onSet,
  onBack,
}: {
  /** Empty when unknown. */
  email: string;
  /** An email was already sent to it. */
  wasSent: boolean;
  onSent: (email: string | null) => void;
  onSet: (email: string) => void;
  onBack: () => void;
}) {
  return wasSent ? (
    <NewPassword by={{ email }} onSet={() => onSet(email)} onBack={() => onSent(null)} />
  ) : (
    <RequestByEmail
      label="Forgot password"
      submit="Send me a message"
      email={email}
      waitName={waitName}
      send={send}
      onSent={onSent}
      onBack={onBack}
    >
      Type your email, and we send you a link and a code for a new password.
    </RequestByEmail>
  );
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
  if (data?.email === null) {
    return (
      <div className="grid gap-4">
        <Alert>This link has expired. Please ask for a new one.</Alert>
        <Button size="lg" onClick={onAgain}>
          Send a new link
        </Button>
        <Button variant="link" className="justify-self-center" onClick={onBack}>
          Back to sign in
        </Button>
      </div>
    );
  }
  const email = data?.email;
  return <NewPassword by={{ token, email }} onSet={() => onSet(email)} onBack={onBack} />;
}

/** A new password: with the token of the emailed link, or with the emailed code. */
function NewPassword({
  by,
  onSet,
  onBack,
}: {
  /** `email` with a token: once it is known. */
  by: { token: string; email: string | undefined } | { email: string };
  onSet: () => void;
  onBack: () => void;
}) {
  const isLink = 'token' in by;
  const { register, handleSubmit, formState } = useForm<{ code: string; password: string }>({
    // biome-ignore lint/suspicious/noExplicitAny: one form, with or without a code
    resolver: zodResolver((isLink ? newPasswordInput : newPasswordByCodeInput) as any),
  });
  const { errors } = formState;
  const set = useSetPassword();
  return (
    <AccountForm
      label="Choose a new password"
      submit="Set new password"
      busy={set.isPending}
      onSubmit={handleSubmit(({ code, password }) =>
        set.mutate(isLink ? { token: by.token, password } : { email: by.email, code, password }, {
          onSuccess: onSet,
        }),
      )}
      after={
        <div className="flex flex-wrap items-baseline justify-center gap-x-6 gap-y-3">
          {isLink ? null : (
            <ResendButton
              name={waitName(by.email)}
              send={() => send(by.email)}
              sent="We sent the message again. Please check your email."
            >
              Send the message again
            </ResendButton>
          )}
          <Button variant="link" onClick={onBack}>
            {isLink ? 'Back to sign in' : 'Send to another email'}
          </Button>
        </div>
      }
    >
      {isLink ? (
        <p className="wrap-anywhere">
          Choose your new password
          {by.email ? (
            <>
              {' '}
              for <strong>{by.email}</strong>
            </>
          ) : null}
          .
        </p>
      ) : (
        <>
          <p className="wrap-anywhere">
            If there is an account for {by.email}, a message with a code is on its way. Nothing came? Look
            into your spam folder as well.
          </p>
          <Field label="Six-digit code" required error={errors.code?.message}>
            {(control) => <CodeInput {...control} {...register('code', { setValueAs: digitsOf })} />}
          </Field>
        </>
      )}
      <PasswordField
        {...register('password')}
        label="New password"
        hint={`At least ${MIN_PASSWORD_LENGTH} characters`}
        error={errors.password?.message}
      />
      {isLink ? null : <CaptchaField />}
    </AccountForm>
  );
}
