import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Badge } from '#design/badge.tsx';
import { Button } from '#design/button.tsx';
import { Field } from '#design/field.tsx';
import { Input } from '#design/input.tsx';
import { RelativeTime } from '#design/relative-time.tsx';
import { toast } from '#design/toast.ts';
import { MAX_PASSKEY_NAME_LENGTH } from '#shared/account-limits.ts';
import type { Passkey } from '../../sign-in.contract.ts';
import { focusReturned } from '../notice.tsx';
import { ReauthenticatedButton } from '../reauthentication/reauthentication.tsx';
import { signInCall } from '../sign-in-client.ts';
import { passkeysAddedHere, removePasskey } from './passkey-client.ts';
import { troubleOf } from './passkey-support.ts';

/** One passkey: its name, creation and last use, with renaming and removal. */
export function PasskeyRow({
  passkey,
  isLastSignInMethod,
  onRemoved,
}: {
  passkey: Passkey;
  /** It is the user's only sign-in method and cannot be removed. */
  isLastSignInMethod: boolean;
  onRemoved: () => void;
}) {
  const [step, setStep] = useState<'shown' | 'renaming' | 'renamed'>('shown');
  return (
    <li className="py-3">
      {step === 'renaming' ? (
        <NameForm passkey={passkey} onDone={() => setStep('renamed')} />
      ) : (
        <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
          <Facts passkey={passkey} isLastSignInMethod={isLastSignInMethod} />
          <div className="flex gap-2">
            <Button
              ref={step === 'renamed' ? focusReturned : undefined}
              variant="outline"
              aria-label={`Rename ${passkey.name}`}
              onClick={() => setStep('renaming')}
            >
              Rename
            </Button>
            {isLastSignInMethod ? null : (
              <ReauthenticatedButton
                what="remove a passkey"
                action={() => removePasskey(passkey.id)}
                failure="Passkey not removed"
                messageFor={troubleOf}
                changes={['passkeys']}
                onDone={() => {
                  toast.success(`‘${passkey.name}’ is removed`);
                  onRemoved();
                }}
                confirm={{
                  title: 'Remove this passkey?',
                  description: `‘${passkey.name}’ will no longer sign you in. If your device still offers it afterwards, delete it there too.`,
                }}
                button={{ 'aria-label': `Remove ${passkey.name}` }}
              >
                Remove
              </ReauthenticatedButton>
            )}
          </div>
        </div>
      )}
    </li>
  );
}

function Facts({ passkey, isLastSignInMethod }: { passkey: Passkey; isLastSignInMethod: boolean }) {
  const [isAddedHere] = useState(() => passkeysAddedHere().includes(passkey.id));
  return (
    <div className="min-w-56 grow basis-0">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <span className="wrap-anywhere font-semibold">{passkey.name}</span>
        {isAddedHere ? <Badge>Added on this device</Badge> : null}
      </p>
      <p className="text-muted-foreground text-sm">
        Added <RelativeTime iso={passkey.createdAt} />,{' '}
        {passkey.lastUsedAt ? (
          <>
            last used <RelativeTime iso={passkey.lastUsedAt} />
          </>
        ) : (
          'not used yet'
        )}
        {passkey.isSynced ? ', synced between your devices' : ', on one device'}
      </p>
      {isLastSignInMethod ? (
        <p className="text-muted-foreground text-sm">
          It is your only way to sign in. To remove it, set a password first.
        </p>
      ) : null}
    </div>
  );
}

function NameForm({ passkey, onDone }: { passkey: Passkey; onDone: () => void }) {
  const [name, setName] = useState(passkey.name);
  const [error, setError] = useState<string>();
  const queryClient = useQueryClient();
  const rename = useMutation({
    mutationFn: (to: string) => signInCall('renamePasskey', { id: passkey.id, name: to }),
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: ['passkeys'] });
      onDone();
    },
    onError: (cause) => setError(troubleOf(cause)),
  });
  return (
    <form
      noValidate
      aria-label={`Rename ${passkey.name}`}
      className="flex flex-wrap items-start gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        const to = name.trim();
        if (rename.isPending) return;
        if (to === '') setError('Please enter a name');
        else if (to === passkey.name) onDone();
        else rename.mutate(to);
      }}
      onKeyDown={({ key }) => {
        if (key === 'Escape') onDone();
      }}
    >
      <Field label="Name of this passkey" error={error} className="min-w-56 grow">
        {(control) => (
          <Input
            {...control}
            // It replaced the button that was pressed.
            ref={focusAndSelect}
            value={name}
            maxLength={MAX_PASSKEY_NAME_LENGTH}
            autoComplete="off"
            onChange={({ target }) => {
              setName(target.value);
              setError(undefined);
            }}
          />
        )}
      </Field>
      <div className="flex gap-2 sm:pt-7.5">
        <Button type="submit" busy={rename.isPending}>
          Save
        </Button>
        <Button variant="ghost" onClick={onDone}>
          Cancel
        </Button>
      </div>
    </form>
  );
}

function focusAndSelect(input: HTMLInputElement | null): void {
  input?.focus();
  input?.select();
}
