import { useQuery, useQueryClient } from '@tanstack/react-query';
import { ShieldCheck, Smartphone } from 'lucide-react';
import { type RefObject, useRef, useState } from 'react';
import { Badge } from '#design/badge.tsx';
import { Button } from '#design/button.tsx';
import { RelativeTime } from '#design/relative-time.tsx';
import { Skeleton } from '#design/skeleton.tsx';
import { toast } from '#design/toast.ts';
import type { TwoFactorState } from '../../sign-in.contract.ts';
import { useReauthenticated } from '../reauthentication/use-reauthenticated.ts';
import { Loaded } from '../security/loaded.tsx';
import { SECURITY } from '../security/security.queries.ts';
import { SecuritySection } from '../security/security-section.tsx';
import { useSession } from '../session/session.queries.ts';
import { signInCall } from '../sign-in-client.ts';
import { BackupCodes } from './backup-codes.tsx';
import { TwoFactorEnrolment } from './two-factor-enrolment.tsx';

/** The current action in the section, below its state. */
type Doing = { kind: 'enrolment'; uri: string } | { kind: 'backup codes'; codes: string[] } | null;

/** An authenticator app besides the password: whether there is one, and its backup codes. */
export function TwoFactorSection() {
  const { user } = useSession();
  const [doing, setDoing] = useState<Doing>(null);
  const mainButton = useRef<HTMLButtonElement>(null);
  const queryClient = useQueryClient();
  const queryKey = ['two-step', user?.id];
  const query = useQuery({ queryKey, queryFn: () => signInCall('twoFactorState') });
  const { data } = query;

  /** Reloads the state of two-factor sign-in and of the sessions. */
  async function reload() {
    void queryClient.invalidateQueries({ queryKey: SECURITY });
    await queryClient.invalidateQueries({ queryKey });
  }
  function close() {
    setDoing(null);
    // The button may exist only now.
    requestAnimationFrame(() => mainButton.current?.focus({ preventScroll: true }));
  }

  return (
    <SecuritySection
      title="Two-step sign-in"
      about="Signing in also asks for a code from an app on your phone, so your password alone is not enough."
      action={
        data ? (
          <Badge variant={data.isOn ? 'success' : 'neutral'}>{data.isOn ? 'On' : 'Off'}</Badge>
        ) : query.isError ? null : (
          <Skeleton className="h-6 w-12" />
        )
      }
    >
      {doing?.kind === 'enrolment' ? (
        <TwoFactorEnrolment
          uri={doing.uri}
          onConfirmed={(codes) => {
            setDoing({ kind: 'backup codes', codes });
            toast.success('Two-step sign-in is on', { description: 'Now keep your backup codes.' });
            void reload();
          }}
          onCancel={close}
        />
      ) : doing?.kind === 'backup codes' ? (
        <BackupCodes codes={doing.codes} email={user?.email ?? ''} onSaved={close} />
      ) : (
        <Loaded query={query} loading={<Skeleton className="h-11 w-52" />}>
          {(state) =>
            state.isOn ? (
              <On
                state={state}
                mainButton={mainButton}
                onNewCodes={(codes) => {
                  setDoing({ kind: 'backup codes', codes });
                  void reload();
                }}
                onOff={async () => {
                  await reload();
                  close();
                }}
              />
            ) : (
              <Off mainButton={mainButton} onBegun={(uri) => setDoing({ kind: 'enrolment', uri })} />
            )
          }
        </Loaded>
      )}
    </SecuritySection>
  );
}

type MainButton = RefObject<HTMLButtonElement | null>;

function Off({ mainButton, onBegun }: { mainButton: MainButton; onBegun: (uri: string) => void }) {
  const begin = useReauthenticated({
    what: 'turn on two-step sign-in',
    byPassword: true,
    action: (proof) => signInCall('enableTwoFactor', proof),
    failure: 'Two-step sign-in not turned on',
    onDone: ({ uri }) => onBegun(uri),
  });
  return (
    <>
      <p className="flex items-start gap-3">
        <Smartphone aria-hidden="true" className="mt-0.5 size-6 shrink-0 stroke-[1.5] text-gold" />
        <span className="max-w-prose">
          You need an authenticator app, such as Google Authenticator, Microsoft Authenticator or 2FAS. A
          passkey needs none of it: it is two steps in one.
        </span>
      </p>
      <Button
        ref={mainButton}
        variant="outline"
        className="justify-self-start"
        busy={begin.isPending}
        onClick={() => begin.mutate(undefined)}
      >
        Turn on two-step sign-in
      </Button>
    </>
  );
}

function On({
  state,
  mainButton,
  onNewCodes,
  onOff,
}: {
  state: Extract<TwoFactorState, { isOn: true }>;
  mainButton: MainButton;
  onNewCodes: (codes: string[]) => void;
  onOff: () => Promise<void>;
}) {
  const { backupCodesLeft: left } = state;
  const renew = useReauthenticated({
    what: 'make new backup codes',
    byPassword: true,
    action: (proof) => signInCall('newBackupCodes', proof),
    failure: 'No new backup codes',
    onDone: ({ backupCodes }) => onNewCodes(backupCodes),
  });
  const turnOff = useReauthenticated({
    what: 'turn off two-step sign-in',
    byPassword: true,
    action: (proof) => signInCall('disableTwoFactor', proof),
    failure: 'Two-step sign-in not turned off',
    onDone: async () => {
      toast.success('Two-step sign-in is off');
      await onOff();
    },
  });
  return (
    <>
      <p className="flex items-start gap-3">
        <ShieldCheck aria-hidden="true" className="mt-0.5 size-6 shrink-0 stroke-[1.5] text-success" />
        <span className="grid gap-1">
          <span>
            Your authenticator app is asked for since <RelativeTime iso={state.since} />.
          </span>
          <span className={left <= 2 ? 'font-semibold text-warning' : 'text-muted-foreground'}>
            {left === 0
              ? 'You have no backup codes left: without your app you would be shut out. Please make new ones.'
              : left === 1
                ? 'You have one backup code left. Please make new ones.'
                : `You have ${left} backup codes left.`}
          </span>
        </span>
      </p>
      <div className="flex flex-wrap gap-3">
        <Button
          ref={mainButton}
          variant="outline"
          busy={renew.isPending}
          onClick={() => renew.mutate(undefined)}
        >
          New backup codes
        </Button>
        <Button variant="ghost" busy={turnOff.isPending} onClick={() => turnOff.mutate(undefined)}>
          Turn off
        </Button>
      </div>
    </>
  );
}
