import { useQuery } from '@tanstack/react-query';
import { Fingerprint } from 'lucide-react';
import { useId } from 'react';
import { Button } from '#design/button.tsx';
import { Skeleton } from '#design/skeleton.tsx';
import { toast } from '#design/toast.ts';
import { useReauthenticated } from '../reauthentication/reauthentication.tsx';
import { SecuritySection } from '../security/security-section.tsx';
import { useSession } from '../session/session.queries.ts';
import { signInCall } from '../sign-in-client.ts';
import { noteAddedHere } from './passkey-client.ts';
import { PasskeyRow } from './passkey-row.tsx';
import { isChangeOfMind, troubleOf, usePasskeySupport } from './passkey-support.ts';

const ceremony = () => import('./passkey-ceremony.ts');

/** The passkeys of the account, with a button to add one. */
export function PasskeysSection() {
  const { user } = useSession();
  const isSupported = usePasskeySupport();
  const addId = useId();
  const query = useQuery({ queryKey: ['passkeys', user?.id], queryFn: () => signInCall('listPasskeys') });

  return (
    <SecuritySection
      title="Passkeys"
      about="Sign in with your fingerprint, your face or the lock of your screen."
      query={query}
      failed="Your passkeys could not be loaded"
      loading={<Skeleton className="h-16 w-full" />}
    >
      {(data) => (
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
      )}
    </SecuritySection>
  );
}

function AddPasskey({ id, isFull, most }: { id: string; isFull: boolean; most: number }) {
  const add = useReauthenticated({
    what: 'add a passkey',
    action: async () => {
      const added = await (await ceremony()).addPasskey();
      if (added.isHere) noteAddedHere(added.id);
    },
    failure: 'Passkey not added',
    messageFor: (error) => (isChangeOfMind(error) ? null : troubleOf(error)),
    changes: ['passkeys'],
    onDone: () => {
      toast.success('Passkey added', { description: 'From now on it signs you in, in a single step.' });
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
        onClick={() => {
          // Loaded before the user answers; the device dialog needs it at once.
          ceremony().catch(() => undefined);
          add.mutate(undefined);
        }}
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
