import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Fingerprint } from 'lucide-react';
import { useId } from 'react';
import { Button } from '#design/button.tsx';
import { ErrorState } from '#design/error-state.tsx';
import { Skeleton } from '#design/skeleton.tsx';
import { toast } from '#design/toast.ts';
import { useReauthentication } from '../reauthentication/reauthentication.tsx';
import { SecuritySection } from '../security/security-section.tsx';
import { useSession } from '../session/session.queries.ts';
import { noteAddedHere, passkeyClient } from './passkey-client.ts';
import { isChangeOfMind, troubleOf } from './passkey-errors.ts';
import { PasskeyRow } from './passkey-row.tsx';
import { usePasskeySupport } from './passkey-support.ts';

/** The passkeys of the account, with a button to add one. */
export function PasskeysSection() {
  const { user } = useSession();
  const isSupported = usePasskeySupport();
  const addId = useId();
  const { data, error, isError, isFetching, refetch } = useQuery({
    queryKey: ['passkeys', user?.id],
    queryFn: () => passkeyClient.list(),
  });

  return (
    <SecuritySection
      title="Passkeys"
      about="Sign in with your fingerprint, your face or the lock of your screen."
    >
      {data ? (
        <>
          {data.passkeys.length > 0 ? (
            <ul className="divide-y border-y">
              {data.passkeys.map((passkey) => (
                <PasskeyRow
                  key={passkey.id}
                  passkey={passkey}
                  isLastSignInMethod={data.keepsLast}
                  onRemoved={() => document.getElementById(addId)?.focus()}
                />
              ))}
            </ul>
          ) : (
            <p className="flex items-start gap-3">
              <Fingerprint aria-hidden="true" className="mt-0.5 size-6 shrink-0 stroke-[1.5] text-gold" />
              <span className="max-w-prose">
                You have no passkey yet. With one there is no password to remember, and none that a false page
                could take from you.
              </span>
            </p>
          )}
          {isSupported === false ? (
            <p className="text-muted-foreground">
              This browser cannot make a passkey here. Open this page on your phone, or in a newer browser, to
              add one.
            </p>
          ) : (
            <AddPasskey id={addId} isFull={data.passkeys.length >= data.most} most={data.most} />
          )}
        </>
      ) : isError ? (
        <ErrorState
          title="Your passkeys could not be loaded"
          error={error}
          onRetry={() => void refetch()}
          busy={isFetching}
        >
          Please check your connection.
        </ErrorState>
      ) : (
        <Skeleton className="h-16 w-full" />
      )}
    </SecuritySection>
  );
}

function AddPasskey({ id, isFull, most }: { id: string; isFull: boolean; most: number }) {
  const queryClient = useQueryClient();
  const reauthenticate = useReauthentication();
  const add = useMutation({
    networkMode: 'always',
    mutationFn: async () => {
      // Both are loaded before the user answers; the device dialog needs them at once.
      const coming = import('./passkey-ceremony.ts');
      coming.catch(() => undefined);
      if ((await reauthenticate('add a passkey')) === null) return null;
      return (await coming).addPasskey();
    },
    onSuccess: async (added) => {
      if (!added) return;
      if (added.isHere) noteAddedHere(added.id);
      await queryClient.invalidateQueries({ queryKey: ['passkeys'] });
      toast.success('Passkey added', { description: 'From now on it signs you in, in a single step.' });
    },
    onError: (error) => {
      if (!isChangeOfMind(error)) toast.error('Passkey not added', { description: troubleOf(error) });
    },
  });
  return (
    <div className="grid gap-2 justify-self-start">
      <Button
        id={id}
        variant="outline"
        className="justify-self-start"
        busy={add.isPending}
        disabled={isFull}
        onClick={() => add.mutate()}
      >
        Add a passkey
      </Button>
      {isFull ? (
        <p className="text-muted-foreground text-sm">
          You have {most} passkeys, the most there can be. Remove one to add another.
        </p>
      ) : null}
      <p role="status" className="text-muted-foreground text-sm empty:hidden">
        {add.error && isChangeOfMind(add.error) ? 'No passkey was added. You can try again.' : null}
      </p>
    </div>
  );
}
