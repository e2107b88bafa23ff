import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Button } from '#design/button.tsx';
import { Skeleton } from '#design/skeleton.tsx';
import { ADMIN_PASSWORD_LENGTH, MIN_PASSWORD_LENGTH } from '#shared/account-limits.ts';
import { useApi } from '#shared/api.tsx';
import { textOf } from '#shared/errors.ts';
import { codeOf } from '#shared/messages.ts';
import { changePasswordMessages } from '../../security.messages.ts';
import { newPasswordInput } from '../../sign-in-input.ts';
import { AccountForm, useAccountForm } from '../account-form.tsx';
import { HiddenUsername, PasswordField } from '../form-fields.tsx';
import { useReauthentication } from '../reauthentication/reauthentication.tsx';
import {
  SECURITY,
  type SecurityApi,
  signInMethodsQuery,
  useOwnOperation,
} from '../security/security.queries.ts';
import { SecuritySection, useUnfolding } from '../security/security-section.tsx';
import { useSession } from '../session/session.queries.ts';

/** Changes the password, or sets the first one. */
export function PasswordSection() {
  const query = useQuery(signInMethodsQuery(useApi<SecurityApi>()));
  const { data, isError } = query;
  const { isOpen, close, button } = useUnfolding();
  const label = data && !data.hasPassword ? 'Set a password' : 'Change password';
  return (
    <SecuritySection
      title="Password"
      about={
        data && !data.hasPassword
          ? 'Your account has no password. You sign in by other means.'
          : 'A long one that you use nowhere else is the best there is.'
      }
      action={
        data ? (
          <Button variant="secondary" {...button}>
            {label}
          </Button>
        ) : isError ? null : (
          <Skeleton className="h-11 w-40" />
        )
      }
      query={query}
    >
      {() => (isOpen ? <NewPassword label={label} onDone={close} /> : null)}
    </SecuritySection>
  );
}

function NewPassword({ label, onDone }: { label: string; onDone: () => void }) {
  const { isAdmin } = useSession();
  const queryClient = useQueryClient();
  const reauthenticate = useReauthentication();
  const form = useAccountForm(newPasswordInput, { focus: 'password' });
  const refuseShort = () =>
    form.setError('password', { message: textOf('ADMIN_PASSWORD') }, { shouldFocus: true });
  const change = useOwnOperation({
    operation: (api, password: string) => api.changePassword({ password }),
    messages: changePasswordMessages,
    onSuccess() {
      void queryClient.invalidateQueries({ queryKey: SECURITY });
      onDone();
    },
    onError(error) {
      if (codeOf(error) === 'ADMIN_PASSWORD') refuseShort();
    },
  });
  return (
    <AccountForm
      inSection
      form={form}
      submit={label}
      busy={change.isPending}
      onSubmit={async ({ password }) => {
        if (isAdmin && password.length < ADMIN_PASSWORD_LENGTH) return refuseShort();
        if (await reauthenticate('change your password')) change.mutate(password);
      }}
      onCancel={onDone}
    >
      <HiddenUsername />
      <PasswordField
        label="New password"
        hint={`At least ${isAdmin ? ADMIN_PASSWORD_LENGTH : MIN_PASSWORD_LENGTH} characters. Three words that do not belong together are easy to remember.`}
      />
    </AccountForm>
  );
}
