import { zodResolver } from '@hookform/resolvers/zod';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { useForm } from 'react-hook-form';
import { z } from 'zod';
import { Button } from '#design/button.tsx';
import { ErrorState } from '#design/error-state.tsx';
import { Field } from '#design/field.tsx';
import { Spinner } from '#design/spinner.tsx';
import { codeInput } from '../../sign-in-input.ts';
import { AuthRefusal, isCancelled } from '../auth-client.ts';
import { ProofNotice } from '../captcha/proof-notice.tsx';
import { CodeInput } from '../code-input.tsx';
import { PasswordInput } from '../password/password-input.tsx';
import { useSession } from '../session/session.queries.ts';
import { reauthenticationClient } from './reauthentication-client.ts';

const passwordInput = z.object({
  password: z.string().min(1, 'Please enter your password').max(128, 'That password is not right.'),
});

/** The shop's message for a refusal, one general message when it could not be reached. */
const messageFor = (error: unknown) =>
  error instanceof AuthRefusal ? error.message : 'The shop could not be reached. Please try again.';

/** Asks for the password or, without one or on request, for an emailed code. */
export function ReauthenticationQuestion({
  byPassword,
  onReauthenticated,
  onCancel,
}: {
  /** Users with a password are not offered a code. */
  byPassword: boolean;
  onReauthenticated: (proof: { password?: string }) => void;
  onCancel: () => void;
}) {
  const [chosen, choose] = useState<'password' | 'code' | null>(null);
  const methods = useQuery({
    queryKey: ['identity-ways'],
    queryFn: reauthenticationClient.methods,
    networkMode: 'always',
    staleTime: 0,
    gcTime: 0,
    retry: false,
  });

  if (methods.isError) {
    return (
      <ErrorState
        title="Please try once more"
        onRetry={() => void methods.refetch()}
        busy={methods.isFetching}
      >
        {messageFor(methods.error)}
      </ErrorState>
    );
  }
  if (!methods.data) {
    return (
      <p role="status" className="flex min-h-24 items-center gap-3 text-muted-foreground">
        <Spinner />
        One moment…
      </p>
    );
  }
  const { password } = methods.data;
  return password && chosen !== 'code' ? (
    <ByPassword
      onReauthenticated={onReauthenticated}
      onCancel={onCancel}
      other={
        byPassword ? null : (
          <Button variant="link" className="justify-self-start" onClick={() => choose('code')}>
            Send me a code instead
          </Button>
        )
      }
    />
  ) : (
    <ByCode
      isRequested={chosen === 'code'}
      onReauthenticated={onReauthenticated}
      onCancel={onCancel}
      other={
        password ? (
          <Button variant="link" onClick={() => choose('password')}>
            Use my password
          </Button>
        ) : null
      }
    />
  );
}

function ByPassword({
  onReauthenticated,
  onCancel,
  other,
}: {
  onReauthenticated: (proof: { password: string }) => void;
  onCancel: () => void;
  other: ReactNode;
}) {
  const { user } = useSession();
  const { register, handleSubmit, formState, setError, setFocus } = useForm<{ password: string }>({
    resolver: zodResolver(passwordInput),
  });
  useFocusOn(() => setFocus('password'));
  const prove = useMutation({
    networkMode: 'always',
    mutationFn: ({ password }: { password: string }) => reauthenticationClient.byPassword(password),
    onSuccess: (_, { password }) => onReauthenticated({ password }),
    onError: (error) => {
      if (!isCancelled(error)) setError('password', { message: messageFor(error) }, { shouldFocus: true });
    },
  });
  return (
    <Frame
      busy={prove.isPending}
      onSubmit={handleSubmit((input) => {
        if (!prove.isPending) prove.mutate(input);
      })}
      onCancel={onCancel}
    >
      {/* So that a password manager knows the account of the password. */}
      <input hidden readOnly autoComplete="username" value={user?.email ?? ''} />
      <Field label="Password" required error={formState.errors.password?.message}>
        {(control) => (
          <PasswordInput {...control} {...register('password')} autoComplete="current-password" />
        )}
      </Field>
      {other}
    </Frame>
  );
}

function ByCode({
  isRequested,
  onReauthenticated,
  onCancel,
  other,
}: {
  /** The user pressed the button that sends it; otherwise they are asked before anything is sent. */
  isRequested: boolean;
  onReauthenticated: (proof: Record<string, never>) => void;
  onCancel: () => void;
  other: ReactNode;
}) {
  const { user } = useSession();
  const { register, handleSubmit, formState, setError, setFocus } = useForm<{ code: string }>({
    resolver: zodResolver(codeInput),
  });
  const send = useMutation({ networkMode: 'always', mutationFn: reauthenticationClient.sendCode });
  const { mutate: sendNow } = send;
  useEffect(() => {
    if (isRequested) sendNow();
  }, [isRequested, sendNow]);
  const prove = useMutation({
    networkMode: 'always',
    mutationFn: ({ code }: { code: string }) => reauthenticationClient.byCode(code),
    onSuccess: () => onReauthenticated({}),
    onError: (error) => setError('code', { message: messageFor(error) }, { shouldFocus: true }),
  });
  useFocusOn(() => setFocus('code'), send.isSuccess);

  if (send.isIdle) {
    return (
      <div className="grid gap-4">
        <p className="break-words">
          Your account has no password. We send a six-digit code to {user?.email}, and you type it here.
        </p>
        <div className="flex flex-col-reverse gap-2 sm:flex-row sm:justify-end">
          <Button variant="outline" onClick={onCancel}>
            Cancel
          </Button>
          <Button onClick={() => send.mutate()}>Send me a code</Button>
        </div>
      </div>
    );
  }
  return (
    <Frame
      busy={prove.isPending}
      onSubmit={handleSubmit((input) => {
        if (!prove.isPending) prove.mutate(input);
      })}
      onCancel={onCancel}
    >
      {send.isError ? (
        <p role="alert" className="font-medium text-danger">
          {messageFor(send.error)}
        </p>
      ) : (
        <p role="status" className="break-words">
          {send.isPending
            ? `Sending a code to ${user?.email ?? 'your email'}…`
            : `A message with a code is on its way to ${user?.email ?? 'your email'}.`}
        </p>
      )}
      <Field label="Six-digit code" required error={formState.errors.code?.message}>
        {(control) => (
          <CodeInput
            {...control}
            {...register('code', { setValueAs: (text) => String(text ?? '').replace(/\s/g, '') })}
          />
        )}
      </Field>
      <div className="flex flex-wrap gap-x-6 gap-y-2">
        <Button variant="link" busy={send.isPending} onClick={() => send.mutate()}>
          Send it again
        </Button>
        {other}
      </div>
    </Frame>
  );
}

function Frame({
  busy,
  onSubmit,
  onCancel,
  children,
}: {
  busy: boolean;
  onSubmit: (event: FormEvent) => Promise<void>;
  onCancel: () => void;
  children: ReactNode;
}) {
  return (
    <form
      method="post"
      noValidate
      aria-label="Confirm that it is you"
      onSubmit={(event) => {
        // The form below may be this one's parent in React, though not in the page.
        event.stopPropagation();
        void onSubmit(event);
      }}
      className="grid gap-4"
    >
      {children}
      <ProofNotice />
      <div className="mt-2 flex flex-col-reverse gap-2 sm:flex-row sm:justify-end">
        <Button variant="outline" onClick={onCancel}>
          Cancel
        </Button>
        <Button type="submit" busy={busy}>
          Confirm
        </Button>
      </div>
    </form>
  );
}

/**
 * Focuses the field after the dialog has taken the focus itself; otherwise it could not restore the focus.
 */
function useFocusOn(focus: () => void, when = true) {
  const go = useRef(focus);
  useEffect(() => {
    if (!when) return;
    const frame = requestAnimationFrame(() => go.current());
    return () => cancelAnimationFrame(frame);
  }, [when]);
}
