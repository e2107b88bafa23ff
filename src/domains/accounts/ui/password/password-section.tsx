import { zodResolver } from '@hookform/resolvers/zod';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useForm } from 'react-hook-form';
import { Button } from '#design/button.tsx';
import { Skeleton } from '#design/skeleton.tsx';
import { useOperation } from '#design/use-operation.ts';
import { ADMIN_PASSWORD_LENGTH, MIN_PASSWORD_LENGTH } from '#shared/account-limits.ts';
import { useApi } from '#shared/api.tsx';
import { codeOf } from '#shared/messages.ts';
import { changePasswordMessages } from '../../security.messages.ts';
import { newPasswordInput } from '../../sign-in-input.ts';
import { AccountForm } from '../account-form.tsx';
import { PasswordField } from '../form-fields.tsx';
import { useReauthentication } from '../reauthentication/reauthentication.tsx';
import { Loaded } from '../security/loaded.tsx';
import { SECURITY, type SecurityApi, signInMethodsQuery, useRefused } from '../security/security.queries.ts';
import { SecuritySection } from '../security/security-section.tsx';
import { useUnfolding } from '../security/use-unfolding.ts';
import { useSession } from '../session/session.queries.ts';

const tooShort = `Admins need a password of at least ${ADMIN_PASSWORD_LENGTH} characters.`;

/** Changes the password, or sets the first one. */
export function PasswordSection() {
  const api = useApi<SecurityApi>();
  const query = useQuery(signInMethodsQuery(api));
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
    >
      <Loaded query={query} loading={null}>
        {() => null}
      </Loaded>
      {isOpen ? <NewPassword label={label} onDone={close} /> : null}
    </SecuritySection>
  );
}

function NewPassword({ label, onDone }: { label: string; onDone: () => void }) {
  const { user, isAdmin } = useSession();
  const { security } = useApi<SecurityApi>();
  const queryClient = useQueryClient();
  const refused = useRefused();
  const reauthenticate = useReauthentication();
  const { register, handleSubmit, formState, setError, setFocus } = useForm<{ password: string }>({
    resolver: zodResolver(newPasswordInput),
  });
  useEffect(() => {
    setFocus('password');
  }, [setFocus]);
  const change = useOperation({
    mutationFn: (password: string) => security.changePassword({ password }),
    messages: changePasswordMessages,
    onSuccess() {
      void queryClient.invalidateQueries({ queryKey: SECURITY });
      onDone();
    },
    onError(error) {
      refused(error);
      if (codeOf(error) === 'ADMIN_PASSWORD')
        setError('password', { message: tooShort }, { shouldFocus: true });
    },
  });
  const submit = handleSubmit(async ({ password }) => {
    if (isAdmin && password.length < ADMIN_PASSWORD_LENGTH) {
      setError('password', { message: tooShort }, { shouldFocus: true });
      return;
    }
    if (await reauthenticate('change your password')) change.mutate(password);
  });
  return (
    <AccountForm
      inSection
      label={label}
      submit={label}
      busy={change.isPending}
      onSubmit={submit}
      onCancel={onDone}
    >
      {/* So that a password manager knows the account of the password. */}
      <input hidden readOnly autoComplete="username" value={user?.email ?? ''} />
      <PasswordField
        {...register('password')}
        label="New password"
        hint={`At least ${isAdmin ? ADMIN_PASSWORD_LENGTH : MIN_PASSWORD_LENGTH} characters. Three words that do not belong together are easy to remember.`}
        error={formState.errors.password?.message}
      />
    </AccountForm>
  );
}
