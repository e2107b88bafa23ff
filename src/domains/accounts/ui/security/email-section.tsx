import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { Button } from '#design/button.tsx';
import { Card } from '#design/card.tsx';
import { ErrorState } from '#design/error-state.tsx';
import { Spinner } from '#design/spinner.tsx';
import { toast } from '#design/toast.ts';
import { useApi } from '#shared/api.tsx';
import { codeOf } from '#shared/messages.ts';
import {
  confirmEmailChangeMessages,
  requestEmailChangeMessages,
  WRONG_CODE,
} from '../../security.messages.ts';
import { emailInput } from '../../sign-in-input.ts';
import { AccountForm, useAccountForm } from '../account-form.tsx';
import { CodeForm } from '../code-form.tsx';
import { EmailField } from '../form-fields.tsx';
import { useReauthentication } from '../reauthentication/reauthentication.tsx';
import { type AccountsApi, notifyTabs, refreshSession, useSession } from '../session/session.queries.ts';
import { SECURITY, useOwnOperation } from './security.queries.ts';
import { SecuritySection, useUnfolding } from './security-section.tsx';

/** The email of the account, and its change. */
export function EmailSection() {
  const { user } = useSession();
  const { isOpen, close, button } = useUnfolding();
  const [requested, setRequested] = useState<string | null>(null);
  const end = () => {
    setRequested(null);
    close();
  };
  return (
    <SecuritySection
      title="Email"
      about="You sign in with it, and we write to it about your account and your orders."
    >
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <p className="min-w-0 break-words text-lg">{user?.email}</p>
        <Button variant="secondary" {...button}>
          Change email
        </Button>
      </div>
      {!isOpen ? null : requested === null ? (
        <RequestChange onRequested={setRequested} onCancel={end} />
      ) : (
        <ConfirmEmail email={requested} onDone={end} onOther={() => setRequested(null)} />
      )}
    </SecuritySection>
  );
}

function RequestChange({
  onRequested,
  onCancel,
}: {
  onRequested: (email: string) => void;
  onCancel: () => void;
}) {
  const reauthenticate = useReauthentication();
  const form = useAccountForm(emailInput, { focus: 'email' });
  const request = useOwnOperation({
    operation: (api, email: string) => api.requestEmailChange({ email }),
    messages: requestEmailChangeMessages,
    onSuccess: (_, email) => onRequested(email),
    onError(error) {
      if (codeOf(error) !== 'OWN_ADDRESS') return;
      form.setError(
        'email',
        { message: 'That is the email of your account already.' },
        { shouldFocus: true },
      );
    },
  });
  return (
    <AccountForm
      inSection
      form={form}
      label="Change email"
      submit="Send me a message"
      busy={request.isPending}
      onSubmit={async ({ email }) => {
        if (await reauthenticate('change the email of your account')) request.mutate(email);
      }}
      onCancel={onCancel}
    >
      <EmailField
        label="New email"
        autoComplete="email"
        hint="We send a link and a code to it. Nothing changes until one of them is used."
      />
    </AccountForm>
  );
}

/** Confirms the change with the emailed code or link. */
function useConfirmation(onDone?: () => void) {
  const queryClient = useQueryClient();
  const api = useApi<AccountsApi>();
  return useOwnOperation({
    operation: (security, by: { code: string } | { token: string }) => security.confirmEmailChange(by),
    messages: confirmEmailChangeMessages,
    onSuccess: async () => {
      toast.success('Your email is changed', { description: 'Everywhere else you are signed out.' });
      notifyTabs('user updated');
      await refreshSession(queryClient, api).catch(() => undefined);
      await queryClient.invalidateQueries({ queryKey: SECURITY });
      onDone?.();
    },
  });
}

function ConfirmEmail({
  email,
  onDone,
  onOther,
}: {
  email: string;
  onDone: () => void;
  onOther: () => void;
}) {
  const confirm = useConfirmation();
  return (
    <CodeForm
      inSection
      label="Confirm new email"
      submit="Confirm"
      check={(code) => confirm.mutateAsync({ code })}
      onDone={onDone}
      // Every other error is shown as a message of its own.
      messageFor={(error) => (codeOf(error) === 'WRONG_CODE' ? WRONG_CODE : null)}
      onCancel={onDone}
      below={
        <Button variant="link" className="justify-self-start" onClick={onOther}>
          Use another email, or send it again
        </Button>
      }
    >
      <p role="status" className="break-words">
        A message is on its way to <strong>{email}</strong>. Open its link on any device where you are signed
        in, or type its code here. It may take a minute; please look into your spam folder as well.
      </p>
    </CodeForm>
  );
}

const LINK_REFUSALS: Readonly<Record<string, { title: string; text: string }>> = {
  LINK_EXPIRED: {
    title: 'This link has expired',
    text: 'A link is valid for an hour, and only the one of the newest message. You can ask for another one under ‘Email’.',
  },
  LINK_WRONG_ACCOUNT: {
    title: 'This link belongs to another account',
    text: 'Please sign out, sign in with the account that asked for it, and open the link again.',
  },
};

/** Handles the link in the email to a new email: confirms the change, or shows why it failed. */
export function EmailLink({ token, onDone }: { token: string; onDone: () => void }) {
  const confirm = useConfirmation(onDone);
  const { mutate } = confirm;
  const sent = useRef('');
  useEffect(() => {
    if (sent.current === token) return;
    sent.current = token;
    mutate({ token });
  }, [token, mutate]);

  if (!confirm.isError) {
    return (
      <Card>
        <p role="status" className="flex items-center gap-3">
          <Spinner />
          Confirming your new email…
        </p>
      </Card>
    );
  }
  const code = codeOf(confirm.error) ?? '';
  const refusal = LINK_REFUSALS[code];
  if (refusal) {
    return (
      <ErrorState title={refusal.title}>
        <div className="grid justify-items-start gap-3">
          <p>{refusal.text}</p>
          <Button variant="outline" onClick={onDone}>
            OK
          </Button>
        </div>
      </ErrorState>
    );
  }
  return (
    <ErrorState
      title="Your new email could not be confirmed"
      error={confirm.error}
      onRetry={code === 'CONFLICT' || code === 'RATE_LIMITED' ? undefined : () => mutate({ token })}
      busy={confirm.isPending}
    >
      {code === 'CONFLICT' ? 'Another account has this email now.' : 'Please try again in a moment.'}
    </ErrorState>
  );
}
