import { zodResolver } from '@hookform/resolvers/zod';
import { useEffect, useState } from 'react';
import { useForm } from 'react-hook-form';
import { Button } from '#design/button.tsx';
import { useOperation } from '#design/use-operation.ts';
import { useApi } from '#shared/api.tsx';
import { codeOf } from '#shared/messages.ts';
import { requestEmailChangeMessages, confirmEmailChangeMessages, WRONG_CODE } from '../../security.messages.ts';
import { emailInput } from '../../sign-in-input.ts';
import { AccountForm } from '../account-form.tsx';
import { CodeForm } from '../code-form.tsx';
import { EmailField } from '../form-fields.tsx';
import { useReauthentication } from '../reauthentication/reauthentication.tsx';
import { useSession } from '../session/session.queries.ts';
import { type SecurityApi, useRefused } from './security.queries.ts';
import { SecuritySection } from './security-section.tsx';
import { useAddressChanged } from './use-address-changed.ts';
import { useUnfolding } from './use-unfolding.ts';

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
  const { security } = useApi<SecurityApi>();
  const refused = useRefused();
  const reauthenticate = useReauthentication();
  const { register, handleSubmit, formState, setError, setFocus } = useForm<{ email: string }>({
    resolver: zodResolver(emailInput),
  });
  useEffect(() => setFocus('email'), [setFocus]);
  const request = useOperation({
    mutationFn: (email: string) => security.requestEmailChange({ email }),
    messages: requestEmailChangeMessages,
    onSuccess: (_, email) => onRequested(email),
    onError(error) {
      refused(error);
      if (codeOf(error) === 'OWN_ADDRESS') {
        setError('email', { message: 'That is the email of your account already.' }, { shouldFocus: true });
      }
    },
  });
  return (
    <AccountForm
      inSection
      label="Change email"
      submit="Send me a message"
      busy={request.isPending}
      onSubmit={handleSubmit(async ({ email }) => {
        if (await reauthenticate('change the email of your account')) request.mutate(email);
      })}
      onCancel={onCancel}
    >
      <EmailField
        {...register('email')}
        label="New email"
        autoComplete="email"
        hint="We send a link and a code to it. Nothing changes until one of them is used."
        error={formState.errors.email?.message}
      />
    </AccountForm>
  );
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
  const { security } = useApi<SecurityApi>();
  const refused = useRefused();
  const changed = useAddressChanged();
  const confirm = useOperation({
    mutationFn: (code: string) => security.confirmEmailChange({ code }),
    messages: confirmEmailChangeMessages,
    onSuccess: changed,
    onError: refused,
  });
  return (
    <CodeForm
      inSection
      label="Confirm new email"
      submit="Confirm"
      check={confirm.mutateAsync}
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
