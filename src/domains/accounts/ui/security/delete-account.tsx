import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { z } from 'zod';
import { ordersAfterDeletion } from '#brand/copy/shopping.ts';
import { DELETE_WORDS } from '../../security.contract.ts';
import { deleteAccountMessages } from '../../security.messages.ts';
import { AccountForm, useAccountForm } from '../account-form.tsx';
import { TextField } from '../form-fields.tsx';
import { useReauthentication } from '../reauthentication/reauthentication.tsx';
import { announceSessionEvent } from '../session/session.queries.ts';
import { useOwnOperation } from './security.queries.ts';

const formInput = z.object({
  words: z
    .string()
    .refine((words) => words.trim().toLowerCase() === DELETE_WORDS, `Please type ‘${DELETE_WORDS}’`),
});

/** Lists what is deleted and what stays, and requires a typed phrase: deletion cannot be undone. */
export function DeleteAccount({ onCancel }: { onCancel: () => void }) {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const reauthenticate = useReauthentication();
  const form = useAccountForm(formInput, { focus: 'words' });
  const deletion = useOwnOperation({
    operation: (api) => api.deleteAccount({ confirmation: DELETE_WORDS }),
    messages: deleteAccountMessages,
    onSuccess: async () => {
      await navigate({ to: '/' });
      announceSessionEvent(queryClient, { type: 'signed out' });
    },
  });
  return (
    <AccountForm
      inSection
      form={form}
      label="Delete my account"
      submit="Delete for ever"
      tone="danger"
      busy={deletion.isPending}
      onSubmit={async () => {
        if (await reauthenticate('delete your account')) deletion.mutate(undefined);
      }}
      onCancel={onCancel}
    >
      <div className="grid gap-2">
        <p>
          Your name, your email, your number and everything you sign in with are deleted. This cannot be
          undone.
        </p>
        <p>{ordersAfterDeletion}</p>
      </div>
      <TextField
        name="words"
        label={`To go on, type ‘${DELETE_WORDS}’`}
        fieldClassName="max-w-sm"
        autoComplete="off"
        autoCapitalize="none"
      />
    </AccountForm>
  );
}
