import { useMutation, useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import { Button } from '#design/button.tsx';
import { ErrorState } from '#design/error-state.tsx';
import { Spinner } from '#design/spinner.tsx';
import { isCancelled, refusalText } from '../../sign-in.messages.ts';
import { passwordInput } from '../../sign-in-input.ts';
import { AccountForm, useAccountForm } from '../account-form.tsx';
import { CodeForm } from '../code-form.tsx';
import { HiddenUsername, PasswordField } from '../form-fields.tsx';
import { useSession } from '../session/session.queries.ts';
import { useEndedSession } from '../sign-in.operations.ts';
import { signInCall } from '../sign-in-client.ts';

const FRAME = { label: 'Confirm that it is you', submit: 'Confirm' };

interface Question {
  onReauthenticated: (proof: Proof) => void;
  onCancel: () => void;
  /** A button for the other method. */
  other: ReactNode;
}

/** The result of a reauthentication; the password where an action requires it as well. */
export type Proof = { password?: string };

/** Asks for the password or, without one or on request, for an emailed code. */
export function ReauthenticationQuestion({
  byPassword,
  onReauthenticated,
  onCancel,
}: Omit<Question, 'other'> & {
  /** Users with a password are not offered a code. */
  byPassword: boolean;
}) {
  const [chosen, choose] = useState<'password' | 'code' | null>(null);
  const methods = useQuery({
    queryKey: ['identity-ways'],
    queryFn: () => signInCall('reauthenticationMethods'),
    networkMode: 'always',
    staleTime: 0,
    gcTime: 0,
    retry: false,
  });
  useEndedSession(methods.error);

  if (methods.isError) {
    return (
      <ErrorState
        title="Please try once more"
        onRetry={() => void methods.refetch()}
        busy={methods.isFetching}
      >
        {refusalText(methods.error)}
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

function ByPassword({ onReauthenticated, onCancel, other }: Question) {
  const form = useAccountForm(passwordInput, { focus: 'password' });
  const check = useMutation({
    mutationFn: (input: { password: string }) => signInCall('reauthenticate', input),
    onSuccess: (_, { password }) => onReauthenticated({ password }),
    onError: (error) => {
      if (isCancelled(error)) return;
      form.setError('password', { message: refusalText(error) }, { shouldFocus: true });
    },
  });
  return (
    <AccountForm {...FRAME} form={form} busy={check.isPending} onSubmit={check.mutate} onCancel={onCancel}>
      <HiddenUsername />
      <PasswordField autoComplete="current-password" />
      {other}
    </AccountForm>
  );
}

function ByCode({
  isRequested,
  onReauthenticated,
  onCancel,
  other,
}: Question & {
  /** The user pressed the button that sends it; otherwise they are asked before anything is sent. */
  isRequested: boolean;
}) {
  const { user } = useSession();
  const send = useMutation({
    mutationFn: () => signInCall('sendReauthenticationCode', {}),
  });
  const { mutate: sendNow } = send;
  useEffect(() => {
    if (isRequested) sendNow();
  }, [isRequested, sendNow]);

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
    <CodeForm
      {...FRAME}
      check={(code) => signInCall('reauthenticate', { code })}
      onDone={() => onReauthenticated({})}
      focus={send.isSuccess}
      onCancel={onCancel}
      below={
        <div className="flex flex-wrap gap-x-6 gap-y-2">
          <Button variant="link" busy={send.isPending} onClick={() => send.mutate()}>
            Send it again
          </Button>
          {other}
        </div>
      }
    >
      {send.isError ? (
        <p role="alert" className="font-medium text-danger">
          {refusalText(send.error)}
        </p>
      ) : (
        <p role="status" className="break-words">
          {send.isPending
            ? `Sending a code to ${user?.email ?? 'your email'}…`
            : `A message with a code is on its way to ${user?.email ?? 'your email'}.`}
        </p>
      )}
    </CodeForm>
  );
}
