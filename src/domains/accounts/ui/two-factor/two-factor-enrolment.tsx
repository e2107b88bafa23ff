import { zodResolver } from '@hookform/resolvers/zod';
import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef } from 'react';
import { useForm } from 'react-hook-form';
import { z } from 'zod';
import { Field } from '#design/field.tsx';
import { QrCode } from '#design/qr-code.tsx';
import { digitsOf } from '../../sign-in-input.ts';
import { AuthRefusal } from '../auth-client.ts';
import { CodeInput } from '../code-input.tsx';
import { CopyButton } from '../security/copy-button.tsx';
import { InlineForm } from '../security/inline-form.tsx';
import { twoFactorClient } from './two-factor-client.ts';

const input = z.object({
  code: z.string().regex(/^\d{6}$/, 'Please enter the six digits that your app shows'),
});

/** Adds the shop to an authenticator app; its first code turns two-factor sign-in on. */
export function TwoFactorEnrolment({
  uri,
  onConfirmed,
  onCancel,
}: {
  /** The content of the QR code. */
  uri: string;
  onConfirmed: (backupCodes: string[]) => void;
  onCancel: () => void;
}) {
  const key = new URL(uri).searchParams.get('secret') ?? '';
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    // After the password dialog has restored the focus.
    const frame = requestAnimationFrame(() => heading.current?.focus());
    return () => cancelAnimationFrame(frame);
  }, []);
  const { register, handleSubmit, formState, setError } = useForm<{ code: string }>({
    resolver: zodResolver(input),
  });
  const confirm = useMutation({
    networkMode: 'always',
    mutationFn: ({ code }: { code: string }) => twoFactorClient.confirm(code),
    onSuccess: ({ backupCodes }) => onConfirmed(backupCodes),
    onError: (error) => setError('code', { message: messageFor(error) }, { shouldFocus: true }),
  });
  return (
    <InlineForm
      label="Turn on two-step sign-in"
      submit="Turn on"
      busy={confirm.isPending}
      onSubmit={handleSubmit((typed) => {
        if (!confirm.isPending) confirm.mutate(typed);
      })}
      onCancel={onCancel}
    >
      <h3 ref={heading} tabIndex={-1} className="font-semibold text-lg">
        Connect your authenticator app
      </h3>
      <ol className="grid gap-6">
        <Step number={1}>
          <p>Open the app and scan this code with it.</p>
          <QrCode text={uri} label="QR code for your authenticator app" className="w-full max-w-56" />
          <p>
            The app is on this very phone?{' '}
            <a href={uri} className="link text-primary">
              Open it from here
            </a>
            , or type this key into it:
          </p>
          <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
            <code className="wrap-anywhere font-mono text-lg tracking-wide">
              {key.match(/.{1,4}/g)?.join(' ')}
            </code>
            <CopyButton text={key} label="Copy the key" />
          </div>
        </Step>
        <Step number={2}>
          <Field
            label="Code of the app"
            hint="The six digits that the app shows for this shop. They change every half minute."
            required
            error={formState.errors.code?.message}
            className="max-w-xs"
          >
            {(control) => <CodeInput {...control} {...register('code', { setValueAs: digitsOf })} />}
          </Field>
        </Step>
      </ol>
    </InlineForm>
  );
}

function Step({ number, children }: { number: number; children: ReactNode }) {
  return (
    <li className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4">
      <span
        aria-hidden="true"
        className="flex size-7 items-center justify-center rounded-sm bg-muted font-semibold tabular-nums"
      >
        {number}
      </span>
      <div className="grid justify-items-start gap-3">{children}</div>
    </li>
  );
}

function messageFor(error: unknown): string {
  if (!(error instanceof AuthRefusal)) return 'The shop could not be reached. Please try again.';
  return error.code === 'INVALID_CODE'
    ? 'That code is not right. Please type the one that the app shows now, and see that your phone’s clock is right.'
    : error.message;
}
