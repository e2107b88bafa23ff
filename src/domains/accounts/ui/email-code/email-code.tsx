import { zodResolver } from '@hookform/resolvers/zod';
import { useMutation } from '@tanstack/react-query';
import { MailCheck } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useForm } from 'react-hook-form';
import { Button } from '#design/button.tsx';
import { CaptchaField } from '#design/captcha/captcha-field.tsx';
import { Field } from '#design/field.tsx';
import { Input } from '#design/input.tsx';
import { codeInput, digitsOf, emailInput } from '../../sign-in-input.ts';
import { AccountForm } from '../account-form.tsx';
import { AuthRefusal } from '../auth-client.ts';
import { CodeInput } from '../code-input.tsx';
import { ResendButton } from '../resend-button.tsx';
import { showNotSent } from '../sign-in.operations.ts';
import { SecondFactorRequiredError } from '../two-factor/second-factor-required.ts';
import { noteSent, wasJustSent } from '../use-resend-wait.ts';
import { mailedCodeClient } from './email-code-client.ts';

/** How long a code is valid, ms. */
const TEN_MINUTES = 10 * 60_000;
const waitName = (email: string) => `code-${email.toLowerCase()}`;

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
    <RequestCode email={email} onSent={onSent} onBack={onBack} />
  );
}

function RequestCode({
  email,
  onSent,
  onBack,
}: {
  email: string;
  onSent: (email: string) => void;
  onBack: () => void;
}) {
  const { register, handleSubmit, formState, setFocus } = useForm({
    resolver: zodResolver(emailInput),
    defaultValues: { email },
  });
  useEffect(() => setFocus('email'), [setFocus]);
  const sendCode = useMutation({
    networkMode: 'always',
    mutationFn: mailedCodeClient.send,
    onSuccess: (_, to) => {
      noteSent(waitName(to));
      onSent(to);
    },
    onError: (error, to) => {
      // A code is already on its way. It is valid in the browser that requested it.
      if (error instanceof AuthRefusal && error.code === 'TOO_SOON' && wasJustSent(waitName(to))) onSent(to);
      else showNotSent(error);
    },
  });
  return (
    <AccountForm
      label="Sign in without a password"
      submit="Send me a code"
      busy={sendCode.isPending}
      onSubmit={handleSubmit((input) => {
        if (!sendCode.isPending) sendCode.mutate(input.email.trim());
      })}
      after={
        <Button variant="link" className="justify-self-center" onClick={onBack}>
          Back to sign in
        </Button>
      }
    >
      <p>We send six digits to your email, and you sign in with them. No password is needed.</p>
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
  const { register, handleSubmit, formState, setError, setFocus } = useForm<{ code: string }>({
    resolver: zodResolver(codeInput),
  });
  useEffect(() => setFocus('code'), [setFocus]);
  const signIn = useMutation({
    networkMode: 'always',
    mutationFn: async ({ code }: { code: string }) => {
      await mailedCodeClient.signIn(email, code);
      await onCodeAccepted();
    },
    onError: (error) => {
      if (error instanceof SecondFactorRequiredError) return;
      setError('code', { message: messageFor(error, sentAt) }, { shouldFocus: true });
    },
  });
  return (
    <AccountForm
      label="Your code"
      submit="Sign In"
      busy={signIn.isPending}
      onSubmit={handleSubmit((input) => {
        if (!signIn.isPending) signIn.mutate(input);
      })}
      after={
        <div className="flex flex-wrap items-baseline justify-center gap-x-6 gap-y-3">
          <ResendButton
            name={waitName(email)}
            send={async () => {
              await mailedCodeClient.send(email);
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
      <div className="flex gap-3 border-gold border-l-4 bg-muted p-4">
        <MailCheck aria-hidden="true" className="mt-0.5 size-5 shrink-0" />
        <div className="grid min-w-0 gap-1">
          <h2 className="font-semibold">Check your email</h2>
          <p className="wrap-anywhere text-sm">
            If there is an account for {email}, a code is on its way. It is good for ten minutes. Nothing
            came? Look into your spam folder as well.
          </p>
        </div>
      </div>
      <Field label="Six-digit code" required error={formState.errors.code?.message}>
        {(control) => <CodeInput {...control} {...register('code', { setValueAs: digitsOf })} />}
      </Field>
      <CaptchaField />
    </AccountForm>
  );
}

function messageFor(error: unknown, sentAt: number): string {
  if (!(error instanceof AuthRefusal)) return 'The shop could not be reached. Please try again.';
  return error.code === 'INVALID_OTP' && Date.now() - sentAt > TEN_MINUTES
    ? 'That code has ended. Please have a new one sent.'
    : error.message;
}
