import { zodResolver } from '@hookform/resolvers/zod';
import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useEffect } from 'react';
import { useForm } from 'react-hook-form';
import { Button } from '#design/button.tsx';
import { CaptchaField } from '#design/captcha/captcha-field.tsx';
import { isRefused } from '../sign-in.messages.ts';
import { emailInput } from '../sign-in-input.ts';
import { AccountForm } from './account-form.tsx';
import { EmailField } from './form-fields.tsx';
import { showNotSent } from './sign-in.operations.ts';
import { noteSent } from './use-resend-wait.ts';

/** Asks for the email to which a message is sent. */
export function RequestByEmail({
  label,
  submit,
  email,
  waitName,
  send,
  isPending = () => true,
  onSent,
  onBack,
  children,
}: {
  label: string;
  submit: string;
  /** Empty when unknown. */
  email: string;
  /** The key of the wait until the message may be sent again. */
  waitName: (email: string) => string;
  send: (email: string) => Promise<unknown>;
  /** Whether a message that was sent a moment ago serves as well. */
  isPending?: (email: string) => boolean;
  onSent: (email: string) => void;
  onBack: () => void;
  children: ReactNode;
}) {
  const { register, handleSubmit, formState, setFocus } = useForm({
    resolver: zodResolver(emailInput),
    defaultValues: { email },
  });
  useEffect(() => setFocus('email'), [setFocus]);
  const request = useMutation({
    networkMode: 'always',
    mutationFn: send,
    onSuccess: (_, to) => {
      noteSent(waitName(to));
      onSent(to);
    },
    onError: (error, to) => {
      if (isRefused(error, 'TOO_SOON') && isPending(to)) onSent(to);
      else showNotSent(error);
    },
  });
  return (
    <AccountForm
      label={label}
      submit={submit}
      busy={request.isPending}
      onSubmit={handleSubmit((input) => request.mutate(input.email))}
      after={
        <Button variant="link" className="justify-self-center" onClick={onBack}>
          Back to sign in
        </Button>
      }
    >
      <p>{children}</p>
      <EmailField {...register('email')} error={formState.errors.email?.message} />
      <CaptchaField />
    </AccountForm>
  );
}
