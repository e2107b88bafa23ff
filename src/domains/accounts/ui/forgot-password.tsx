import { zodResolver } from '@hookform/resolvers/zod';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { Button } from '#design/button.tsx';
import { CaptchaField } from '#design/captcha/captcha-field.tsx';
import { Field } from '#design/field.tsx';
import { Input } from '#design/input.tsx';
import { emailInput, newPasswordByCodeInput, newPasswordByLinkInput } from '../sign-in-input.ts';
import { AccountForm } from './account-form.tsx';
import { CodeInput } from './code-input.tsx';
import { PasswordInput } from './password-input.tsx';
import { useRequestPassword, useSetPassword } from './sign-in.operations.ts';

/** Asks for the address, then for the code of the letter and a new password. */
export function ForgotPassword({
  email: typed,
  onSet,
  onBack,
}: {
  email: string;
  onSet: (email: string) => void;
  onBack: () => void;
}) {
  const [email, setEmail] = useState<string | null>(null);
  return email === null ? (
    <AskForLetter email={typed} onAsked={setEmail} onBack={onBack} />
  ) : (
    <NewPassword way={{ email }} onSet={() => onSet(email)} onBack={() => setEmail(null)} />
  );
}

function AskForLetter({
  email,
  onAsked,
  onBack,
}: {
  email: string;
  onAsked: (email: string) => void;
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
        request.mutate(input.email, { onSuccess: () => onAsked(input.email) }),
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

/** A new password: by the token of the letter's link, or by the letter's code. */
export function NewPassword({
  way,
  onSet,
  onBack,
}: {
  way: { token: string } | { email: string };
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
        <Button variant="link" className="justify-self-center" onClick={onBack}>
          {byLink ? 'Back to sign in' : 'Send to another address'}
        </Button>
      }
    >
      {byLink ? (
        <p>Choose your new password.</p>
      ) : (
        <>
          <p className="break-words">
            If there is an account for {way.email}, a message with a code is on its way.
          </p>
          <Field label="Six-digit code" required error={formState.errors.code?.message}>
            {(control) => (
              <CodeInput
                {...control}
                {...register('code', { setValueAs: (text) => String(text ?? '').replace(/\s/g, '') })}
              />
            )}
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
    </AccountForm>
  );
}
