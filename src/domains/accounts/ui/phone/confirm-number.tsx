import '#shared/forms-without-eval.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Button } from '#design/button.tsx';
import { toast } from '#design/toast.ts';
import { useApi } from '#shared/api.tsx';
import { phoneText } from '#shared/phone-text.ts';
import { isRefused, refusalText, TEXTED_CODE_TEXTS } from '../../sign-in.messages.ts';
import { CodeForm } from '../code-form.tsx';
import { noteSent, ResendButton } from '../resend-button.tsx';
import { type AccountsApi, notifyTabs, refreshSession } from '../session/session.queries.ts';
import { signInCall } from '../sign-in-client.ts';

const messageFor = (error: unknown) => refusalText(error, TEXTED_CODE_TEXTS);
const sendText = () => signInCall('sendPhoneCode', {});

/** Makes the number in the user's profile a sign-in method: texts a code to it, which is typed here. */
export function ConfirmNumber({ number }: { number: string }) {
  const queryClient = useQueryClient();
  const api = useApi<AccountsApi>();
  const refresh = async () => {
    await refreshSession(queryClient, api);
    notifyTabs('user updated');
  };
  const send = useMutation({
    mutationFn: sendText,
    onSuccess: ({ confirmed }) => {
      // Perhaps in another tab.
      if (confirmed) void refresh();
      else noteSent(`text-${number}`);
    },
  });
  // A code is already on its way and stays valid.
  const wasSent = send.isSuccess || isRefused(send.error, 'TOO_SOON');
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
  return (
    <CodeForm
      inSection
      label="Confirm your number"
      submit="Confirm"
      texted
      check={async (code) => {
        await signInCall('confirmPhone', { code });
        await onConfirmed();
      }}
      onDone={() => toast.success('Your number is confirmed. You can sign in with it now.')}
      messageFor={messageFor}
      after={
        <ResendButton
          name={`text-${number}`}
          send={sendText}
          sent="We sent you a new text. The code before has expired."
        >
          Send the text again
        </ResendButton>
      }
    >
      <p role="status">
        A text with a code is on its way to {phoneText(number)}. It is valid for ten minutes.
      </p>
    </CodeForm>
  );
}
