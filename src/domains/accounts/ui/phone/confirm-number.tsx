import '#shared/forms-without-eval.ts';
import { zodResolver } from '@hookform/resolvers/zod';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useForm } from 'react-hook-form';
import { Button } from '#design/button.tsx';
import { Field } from '#design/field.tsx';
import { toast } from '#design/toast.ts';
import { useApi } from '#shared/api.tsx';
import { phoneText } from '#shared/phone-text.ts';
import { codeInput, digitsOf } from '../../sign-in-input.ts';
import { AuthRefusal } from '../auth-client.ts';
import { CodeInput } from '../code-input.tsx';
import { ResendButton } from '../resend-button.tsx';
import { type AccountsApi, refreshSession } from '../session/session.queries.ts';
import { notifyTabs } from '../session/session-events.ts';
import { noteSent } from '../use-resend-wait.ts';
import { phoneClient } from './phone-client.ts';
import { useTextedCode } from './use-texted-code.ts';

const messageFor = (error: unknown) =>
  error instanceof AuthRefusal
    ? error.message.replace('message', 'text')
    : 'The shop could not be reached. Please try again.';

/** Makes the number in the user's profile a sign-in method: texts a code to it, which is typed here. */
export function ConfirmNumber({ number }: { number: string }) {
  const queryClient = useQueryClient();
  const api = useApi<AccountsApi>();
  const refresh = async () => {
    await refreshSession(queryClient, api);
    notifyTabs('user updated');
  };
  const send = useMutation({
    networkMode: 'always',
    mutationFn: phoneClient.sendCode,
    onSuccess: ({ confirmed }) => {
      // Perhaps in another tab.
      if (confirmed) void refresh();
      else noteSent(`text-${number}`);
    },
  });
  // A code is already on its way and stays valid.
  const wasSent = send.isSuccess || (send.error instanceof AuthRefusal && send.error.code === 'TOO_SOON');
  if (wasSent) return <TypeCode number={number} onConfirmed={refresh} />;
  return (
    <div className="grid justify-items-start gap-3">
      <Button variant="outline" busy={send.isPending} onClick={() => send.mutate()}>
        Confirm this number
      </Button>
      {send.isError ? (
        <p role="alert" className="font-medium text-danger text-sm">
          {messageFor(send.error)}
        </p>
      ) : null}
    </div>
  );
}

function TypeCode({ number, onConfirmed }: { number: string; onConfirmed: () => Promise<void> }) {
  const { register, handleSubmit, formState, setError, setFocus, setValue } = useForm<{ code: string }>({
    resolver: zodResolver(codeInput),
  });
  useEffect(() => setFocus('code'), [setFocus]);
  const confirm = useMutation({
    networkMode: 'always',
    mutationFn: async ({ code }: { code: string }) => {
      await phoneClient.confirm(code);
      await onConfirmed();
    },
    onSuccess: () => toast.success('Your number is confirmed. You can sign in with it now.'),
    onError: (error) => setError('code', { message: messageFor(error) }, { shouldFocus: true }),
  });
  const submit = handleSubmit((input) => {
    if (!confirm.isPending) confirm.mutate(input);
  });
  useTextedCode((code) => {
    setValue('code', code);
    void submit();
  });
  return (
    <form method="post" noValidate aria-label="Confirm your number" onSubmit={submit} className="grid gap-4">
      <p role="status">
        A text with a code is on its way to {phoneText(number)}. It is good for ten minutes.
      </p>
      <Field label="Six-digit code" required error={formState.errors.code?.message} className="max-w-xs">
        {(control) => <CodeInput {...control} {...register('code', { setValueAs: digitsOf })} />}
      </Field>
      <div className="flex flex-wrap items-center gap-x-6 gap-y-3">
        <Button type="submit" busy={confirm.isPending}>
          Confirm
        </Button>
        <ResendButton
          name={`text-${number}`}
          send={phoneClient.sendCode}
          sent="We sent you a new text. The code before has expired."
        >
          Send the text again
        </ResendButton>
      </div>
    </form>
  );
}
