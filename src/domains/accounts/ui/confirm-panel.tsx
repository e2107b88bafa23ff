import { zodResolver } from '@hookform/resolvers/zod';
import { MailCheck } from 'lucide-react';
import { useEffect } from 'react';
import { useForm } from 'react-hook-form';
import { Button } from '#design/button.tsx';
import { CaptchaField } from '#design/captcha/captcha-field.tsx';
import { Field } from '#design/field.tsx';
import { codeInput } from '../sign-in-input.ts';
import { AccountForm } from './account-form.tsx';
import { CodeInput } from './code-input.tsx';
import { useConfirmByCode, useResendConfirmation, useSignIn } from './sign-in.operations.ts';
import { useConfirmedElsewhere } from './use-confirmed-elsewhere.ts';

/** Asks for the code of the letter, and goes on by itself when its link was pressed elsewhere. */
export function ConfirmPanel({
  email,
  password,
  justRegistered,
  next,
  onBack,
}: {
  email: string;
  password: string;
  /** Only the browser that registered may learn of the confirmation. */
  justRegistered: boolean;
  next: string;
  /** To the sign-in form, with the address filled in. */
  onBack: () => void;
}) {
  const { register, handleSubmit, formState, setFocus } = useForm<{ code: string }>({
    resolver: zodResolver(codeInput),
  });
  const confirm = useConfirmByCode();
  const resend = useResendConfirmation(next);
  const signIn = useSignIn();
  useConfirmedElsewhere(justRegistered, () => signIn.mutate({ email, password }, { onError: onBack }));
  useEffect(() => {
    // The register form was longer: its button stood where this panel has already ended.
    window.scrollTo({ top: 0 });
    setFocus('code');
  }, [setFocus]);

  return (
    <AccountForm
      label="Confirm your email"
      submit="Confirm"
      busy={confirm.isPending || signIn.isPending}
      onSubmit={handleSubmit(({ code }) => confirm.mutate({ email, code }))}
      after={
        <div className="flex flex-wrap justify-center gap-x-6 gap-y-2">
          <Button variant="link" busy={resend.isPending} onClick={() => resend.mutate(email)}>
            Send the message again
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
          <h2 className="font-semibold">
            {justRegistered ? 'Check your email' : 'Please confirm your email first'}
          </h2>
          <p className="break-words text-sm">
            {justRegistered
              ? `We sent a message to ${email}. Press the link in it, or type its six-digit code here.`
              : `Your account for ${email} waits for its confirmation. Type the six-digit code of our message, or have the message sent again.`}
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

const digitsOf = (text: unknown) => String(text ?? '').replace(/\s/g, '');
