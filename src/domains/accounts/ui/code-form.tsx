import { zodResolver } from '@hookform/resolvers/zod';
import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef } from 'react';
import { useForm } from 'react-hook-form';
import { CaptchaField } from '#design/captcha/captcha-field.tsx';
import { Field } from '#design/field.tsx';
import { Input } from '#design/input.tsx';
import { isCancelled, refusalText } from '../sign-in.messages.ts';
import { backupCodeInput, codeInput, digitsOf } from '../sign-in-input.ts';
import { AccountForm, type AccountFormProps } from './account-form.tsx';
import { CodeInput } from './code-input.tsx';
import { useTextedCode } from './phone/use-texted-code.ts';
import { SecondFactorRequiredError } from './two-factor/second-factor-required.ts';

interface CodeFormProps extends Omit<AccountFormProps, 'busy' | 'onSubmit' | 'children'> {
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
  const { register, handleSubmit, formState, setError, setFocus, setValue } = useForm<{ code: string }>({
    resolver: zodResolver(input),
  });
  const focusField = useRef(() => setFocus('code'));
  useEffect(() => {
    if (!focus) return;
    // After a dialog around it has taken the focus itself; otherwise it could not restore the focus.
    const frame = requestAnimationFrame(() => focusField.current());
    return () => cancelAnimationFrame(frame);
  }, [focus]);
  const verify = useMutation({
    networkMode: 'always',
    mutationFn: ({ code }: { code: string }) => check(code),
    onSuccess: onDone,
    onError: (error) => {
      if (error instanceof SecondFactorRequiredError || isCancelled(error)) return;
      const message = messageFor(error);
      if (message) setError('code', { message }, { shouldFocus: true });
    },
  });
  const submit = handleSubmit((typed) => verify.mutate(typed));
  useTextedCode(texted, (code) => {
    setValue('code', code);
    void submit();
  });
  const digits = input !== backupCodeInput;
  return (
    <AccountForm {...frame} busy={busy || verify.isPending} onSubmit={submit}>
      {children}
      <Field
        label={field}
        hint={hint}
        required
        error={formState.errors.code?.message}
        className={frame.inSection ? 'max-w-xs' : undefined}
      >
        {(control) =>
          digits ? (
            <CodeInput {...control} {...register('code', { setValueAs: digitsOf })} />
          ) : (
            <Input
              {...control}
              {...register('code')}
              autoComplete="off"
              autoCapitalize="none"
              autoCorrect="off"
              spellCheck={false}
              className="text-center font-semibold text-lg tracking-wider"
            />
          )
        }
      </Field>
      {below}
      {captcha ? <CaptchaField /> : null}
    </AccountForm>
  );
}
