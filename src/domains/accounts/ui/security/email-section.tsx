import { zodResolver } from '@hookform/resolvers/zod';
import { useEffect, useState } from 'react';
import { useForm } from 'react-hook-form';
import { Button } from '#design/button.tsx';
import { Field } from '#design/field.tsx';
import { Input } from '#design/input.tsx';
import { useOperation } from '#design/use-operation.ts';
import { useApi } from '#shared/api.tsx';
import { codeOf } from '#shared/messages.ts';
import { addressCodeInput, newAddressInput } from '../../security.contract.ts';
import { askForAddressMessages, confirmAddressMessages } from '../../security.messages.ts';
import { CodeInput } from '../code-input.tsx';
import { useReauthentication } from '../reauthentication/reauthentication.tsx';
import { useSession } from '../session/session.queries.ts';
import { InlineForm } from './inline-form.tsx';
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
        <ConfirmAddress email={requested} onDone={end} onOther={() => setRequested(null)} />
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
    resolver: zodResolver(newAddressInput),
  });
  useEffect(() => setFocus('email'), [setFocus]);
  const request = useOperation({
    mutationFn: (email: string) => security.askForAddress({ email }),
    messages: askForAddressMessages,
    onSuccess: (_, email) => onRequested(email),
    onError(error) {
      refused(error);
      if (codeOf(error) === 'OWN_ADDRESS') {
        setError('email', { message: 'That is the address of your account already.' }, { shouldFocus: true });
      }
    },
  });
  return (
    <InlineForm
      label="Change email"
      submit="Send me a message"
      busy={request.isPending}
      onSubmit={handleSubmit(async ({ email }) => {
        if (await reauthenticate('change the address of your account')) request.mutate(email);
      })}
      onCancel={onCancel}
    >
      <Field
        label="New email"
        required
        hint="We send a link and a code to it. Until one of them came back nothing changes."
        error={formState.errors.email?.message}
      >
        {(control) => (
          <Input {...control} {...register('email')} type="email" inputMode="email" autoComplete="email" />
        )}
      </Field>
    </InlineForm>
  );
}

function ConfirmAddress({
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
  const { register, handleSubmit, formState, setError, setFocus } = useForm<{ code: string }>({
    resolver: zodResolver(addressCodeInput),
  });
  useEffect(() => setFocus('code'), [setFocus]);
  const confirm = useOperation({
    mutationFn: (code: string) => security.confirmAddress({ code }),
    messages: confirmAddressMessages,
    onSuccess: async () => {
      await changed();
      onDone();
    },
    onError(error) {
      refused(error);
      if (codeOf(error) === 'WRONG_CODE') {
        const message = 'That code is not right. Please look at the newest message.';
        setError('code', { message }, { shouldFocus: true });
      }
    },
  });
  return (
    <InlineForm
      label="Confirm new email"
      submit="Confirm"
      busy={confirm.isPending}
      onSubmit={handleSubmit(({ code }) => confirm.mutate(code))}
      onCancel={onDone}
    >
      <p role="status" className="break-words">
        A message is on its way to <strong>{email}</strong>. Open its link on any device where you are signed
        in, or type its code here. It may take a minute; please look among unwanted mail too.
      </p>
      <Field label="Six-digit code" required error={formState.errors.code?.message} className="max-w-xs">
        {(control) => (
          <CodeInput
            {...control}
            {...register('code', { setValueAs: (text) => String(text ?? '').replace(/\s/g, '') })}
          />
        )}
      </Field>
      <Button variant="link" className="justify-self-start" onClick={onOther}>
        Use another address, or send it again
      </Button>
    </InlineForm>
  );
}
