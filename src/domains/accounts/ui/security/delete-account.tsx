import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useForm } from 'react-hook-form';
import { ordersAfterDeletion } from '#brand/copy/shopping.ts';
import { Field } from '#design/field.tsx';
import { Input } from '#design/input.tsx';
import { useOperation } from '#design/use-operation.ts';
import { useApi } from '#shared/api.tsx';
import { DELETE_WORDS } from '../../security.contract.ts';
import { deleteAccountMessages } from '../../security.messages.ts';
import { AccountForm } from '../account-form.tsx';
import { useReauthentication } from '../reauthentication/reauthentication.tsx';
import { applySessionEvent } from '../session/session.queries.ts';
import { notifyTabs } from '../session/session-events.ts';
import { type SecurityApi, useRefused } from './security.queries.ts';

const isWritten = (words: string) => words.trim().toLowerCase() === DELETE_WORDS;

/** Lists what is deleted and what stays, and requires a typed phrase: deletion cannot be undone. */
export function DeleteAccount({ onCancel }: { onCancel: () => void }) {
  const { security } = useApi<SecurityApi>();
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const refused = useRefused();
  const reauthenticate = useReauthentication();
  const { register, handleSubmit, formState, setFocus } = useForm<{ words: string }>();
  useEffect(() => {
    setFocus('words');
  }, [setFocus]);
  const deletion = useOperation({
    mutationFn: () => security.deleteAccount({ confirmation: DELETE_WORDS }),
    messages: deleteAccountMessages,
    onSuccess: async () => {
      await navigate({ to: '/' });
      applySessionEvent(queryClient, { type: 'signed out' });
      notifyTabs('signed out');
    },
    onError: refused,
  });
  return (
    <AccountForm
      inSection
      label="Delete my account"
      submit="Delete for ever"
      tone="danger"
      busy={deletion.isPending}
      onSubmit={handleSubmit(async () => {
        if (await reauthenticate('delete your account')) deletion.mutate(undefined);
      })}
      onCancel={onCancel}
    >
      <div className="grid gap-2">
        <p>
          Your name, your email, your number and everything you sign in with are deleted. This cannot be
          undone.
        </p>
        <p>{ordersAfterDeletion}</p>
      </div>
      <Field
        label={`To go on, type ‘${DELETE_WORDS}’`}
        required
        error={formState.errors.words ? `Please type ‘${DELETE_WORDS}’` : undefined}
        className="max-w-sm"
      >
        {(control) => (
          <Input
            {...control}
            {...register('words', { validate: (words) => isWritten(words ?? '') })}
            autoComplete="off"
            autoCapitalize="none"
          />
        )}
      </Field>
    </AccountForm>
  );
}
