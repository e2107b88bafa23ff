import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef } from 'react';
import { CaptchaField } from '#design/captcha/captcha-field.tsx';
import { isCancelled, refusalText } from '../sign-in.messages.ts';
import { backupCodeInput, codeInput } from '../sign-in-input.ts';
import { AccountForm, type FormFrame, useAccountForm } from './account-form.tsx';
import { CodeField, TextField } from './form-fields.tsx';
import { SecondFactorRequiredError } from './two-factor/second-factor-required.ts';

interface CodeFormProps extends Omit<FormFrame, 'busy' | 'children'> {
  /** Above the field. */
  children?: ReactNode;
  /** Below the field. */
  below?: ReactNode;
  field?: string;
  hint?: string;
  /** Other than of an email or text. */
  input?: typeof codeInput | typeof backupCodeInput;
  /** Throws when the code is refused. */
  check: (code: string) => Promise<unknown>;
  onDone?: () => void;
  /** The message below the field; null when it is shown otherwise. */
  messageFor?: (error: unknown) => string | null;
  /** The first field of the page; otherwise the user chooses it. */
  focus?: boolean;
  /** May come with a captcha. */
  captcha?: boolean;
  busy?: boolean;
  /** The code comes in a text, which browsers can read. */
  texted?: boolean;
}

/** Every form that asks for a code: of an email, a text, an authenticator app, or a backup code. */
export function CodeForm({
  children,
  below,
  field = 'Six-digit code',
  hint,
  input = codeInput,
  check,
  onDone,
  messageFor = refusalText,
  focus = true,
  captcha = false,
  busy = false,
  texted = false,
  ...frame
}: CodeFormProps) {
  const form = useAccountForm<{ code: string }, { code: string }>(input, focus ? { focus: 'code' } : {});
  const verify = useMutation({
    mutationFn: ({ code }: { code: string }) => check(code),
    onSuccess: onDone,
    onError: (error) => {
      if (error instanceof SecondFactorRequiredError || isCancelled(error)) return;
      const message = messageFor(error);
      if (message) form.setError('code', { message }, { shouldFocus: true });
    },
  });
  useTextedCode(texted, (code) => {
    form.setValue('code', code);
    void form.handleSubmit((typed) => verify.mutate(typed))();
  });
  const shared = { label: field, hint, fieldClassName: frame.inSection ? 'max-w-xs' : undefined };
  return (
    <AccountForm {...frame} form={form} busy={busy || verify.isPending} onSubmit={verify.mutate}>
      {children}
      {input === backupCodeInput ? (
        <TextField
          {...shared}
          name="code"
          autoComplete="off"
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          className="text-center font-semibold text-lg tracking-wider"
        />
      ) : (
        <CodeField {...shared} />
      )}
      {below}
      {captcha ? <CaptchaField /> : null}
    </AccountForm>
  );
}

interface TextedCode extends Credential {
  code: string;
}

/**
 * Reads the code of an incoming text, once its user allowed that: the browser parses the text's last line
 * (WebOTP). Does nothing where the browser lacks it; there the keyboard offers the code.
 */
function useTextedCode(isExpected: boolean, onCode: (code: string) => void): void {
  const latest = useRef(onCode);
  latest.current = onCode;
  useEffect(() => {
    if (!isExpected || !('OTPCredential' in window)) return;
    const controller = new AbortController();
    const request = { otp: { transport: ['sms'] }, signal: controller.signal };
    navigator.credentials.get(request as CredentialRequestOptions).then(
      (found) => found && latest.current((found as TextedCode).code),
      // Refused, or the page was left: the user types the code.
      () => undefined,
    );
    return () => controller.abort();
  }, [isExpected]);
}
