import { zodResolver } from '@hookform/resolvers/zod';
import { useQuery } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import { Button } from '#design/button.tsx';
import { CaptchaField } from '#design/captcha/captcha-field.tsx';
import { Field } from '#design/field.tsx';
import { Input } from '#design/input.tsx';
import { digitsOf, emailInput, newPasswordByCodeInput, newPasswordByLinkInput } from '../../sign-in-input.ts';
import { AccountForm } from '../account-form.tsx';
import { authClient } from '../auth-client.ts';
import { CodeInput } from '../code-input.tsx';
import { ResendButton } from '../resend-button.tsx';
import { useRequestPassword, useSetPassword } from '../sign-in.operations.ts';
import { noteSent } from '../use-resend-wait.ts';
import { PasswordInput } from './password-input.tsx';

const emailTo = (email: string) => `password-${email.toLowerCase()}`;

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
    <NewPassword way={{ email }} onSet={() => onSet(email)} onBack={() => onSent(null)} />
  ) : (
    <RequestEmail email={email} onSent={onSent} onBack={onBack} />
  );
}

function RequestEmail({
  email,
  onSent,
  onBack,
}: {
  email: string;
  onSent: (email: string) => void;
  onBack: () => void;
}) {
  const { register, handleSubmit, formState } = useForm({
    resolver: zodResolver(emailInput),
    defaultValues: { email },
  });
  const request = useRequestPassword();
  return (
    <AccountForm
      label="Forgot password"
      submit="Send me a message"
      busy={request.isPending}
      onSubmit={handleSubmit((input) =>
        request.mutate(input.email, {
          onSuccess: () => {
            noteSent(emailTo(input.email));
            onSent(input.email);
          },
        }),
      )}
      after={
        <Button variant="link" className="justify-self-center" onClick={onBack}>
          Back to sign in
        </Button>
      }
    >
      <p>Tell us your email, and we send you a link and a code for a new password.</p>
      <Field label="Email" required error={formState.errors.email?.message}>
        {(control) => (
          <Input
            {...control}
            {...register('email')}
            type="email"
            inputMode="email"
            autoComplete="username"
            autoCapitalize="none"
          />
        )}
      </Field>
      <CaptchaField />
    </AccountForm>
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
    queryFn: () => authClient.resetAccount(token),
    networkMode: 'always',
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  if (data?.email === null) {
    return (
      <div className="grid gap-4">
        <p role="alert" className="border-danger border-l-4 bg-danger-soft p-4">
          This link has expired. Please ask for a new one.
        </p>
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
  return <NewPassword way={{ token, email }} onSet={() => onSet(email)} onBack={onBack} />;
}

/** A new password: with the token of the emailed link, or with the emailed code. */
function NewPassword({
  way,
  onSet,
  onBack,
}: {
  /** `email` with a token: once it is known. */
  way: { token: string; email: string | undefined } | { email: string };
  onSet: () => void;
  onBack: () => void;
}) {
  const byLink = 'token' in way;
  const { register, handleSubmit, formState } = useForm<{ code: string; password: string }>({
    // biome-ignore lint/suspicious/noExplicitAny: one form, with or without a code
    resolver: zodResolver((byLink ? newPasswordByLinkInput : newPasswordByCodeInput) as any),
  });
  const set = useSetPassword();
  return (
    <AccountForm
      label="Choose a new password"
      submit="Set new password"
      busy={set.isPending}
      onSubmit={handleSubmit(({ code, password }) =>
        set.mutate(byLink ? { token: way.token, password } : { email: way.email, code, password }, {
          onSuccess: onSet,
        }),
      )}
      after={
        <div className="flex flex-wrap items-baseline justify-center gap-x-6 gap-y-3">
          {byLink ? null : (
            <ResendButton
              name={emailTo(way.email)}
              send={() => authClient.requestPassword(way.email)}
              sent="We sent the message again. Please check your email."
            >
              Send the message again
            </ResendButton>
          )}
          <Button variant="link" onClick={onBack}>
            {byLink ? 'Back to sign in' : 'Send to another address'}
          </Button>
        </div>
      }
    >
      {byLink ? (
        <p className="wrap-anywhere">
          Choose your new password
          {way.email ? (
            <>
              {' '}
              for <strong>{way.email}</strong>
            </>
          ) : null}
          .
        </p>
      ) : (
        <>
          <p className="wrap-anywhere">
            If there is an account for {way.email}, a message with a code is on its way. Nothing came? Look
            into your spam folder as well.
          </p>
          <Field label="Six-digit code" required error={formState.errors.code?.message}>
            {(control) => <CodeInput {...control} {...register('code', { setValueAs: digitsOf })} />}
          </Field>
        </>
      )}
      <Field
        label="New password"
        required
        hint="At least 6 characters"
        error={formState.errors.password?.message}
      >
        {(control) => <PasswordInput {...control} {...register('password')} autoComplete="new-password" />}
      </Field>
      {byLink ? null : <CaptchaField />}
    </AccountForm>
  );
}
