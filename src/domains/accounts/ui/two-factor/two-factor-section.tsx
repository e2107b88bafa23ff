import { useQuery, useQueryClient } from '@tanstack/react-query';
import { ShieldCheck, Smartphone } from 'lucide-react';
import { type RefObject, useRef, useState } from 'react';
import { Badge } from '#design/badge.tsx';
import { RelativeTime } from '#design/relative-time.tsx';
import { Skeleton } from '#design/skeleton.tsx';
import { toast } from '#design/toast.ts';
import type { TwoFactorState } from '../../sign-in.contract.ts';
import { ReauthenticatedButton } from '../reauthentication/reauthentication.tsx';
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
  function showCodes(codes: string[]) {
    setDoing({ kind: 'backup codes', codes });
    void reload();
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
      query={query}
      loading={<Skeleton className="h-11 w-52" />}
    >
      {(state) =>
        doing?.kind === 'enrolment' ? (
          <TwoFactorEnrolment
            uri={doing.uri}
            onConfirmed={(codes) => {
              toast.success('Two-step sign-in is on', { description: 'Now keep your backup codes.' });
              showCodes(codes);
            }}
            onCancel={close}
          />
        ) : doing?.kind === 'backup codes' ? (
          <BackupCodes codes={doing.codes} email={user?.email ?? ''} onSaved={close} />
        ) : state.isOn ? (
          <On
            state={state}
            mainButton={mainButton}
            onNewCodes={showCodes}
            onOff={async () => {
              await reload();
              close();
            }}
          />
        ) : (
          <Off mainButton={mainButton} onBegun={(uri) => setDoing({ kind: 'enrolment', uri })} />
        )
      }
    </SecuritySection>
  );
}

type MainButton = RefObject<HTMLButtonElement | null>;

function Off({ mainButton, onBegun }: { mainButton: MainButton; onBegun: (uri: string) => void }) {
  return (
    <>
      <p className="flex items-start gap-3">
        <Smartphone aria-hidden="true" className="mt-0.5 size-6 shrink-0 stroke-[1.5] text-gold" />
        <span className="max-w-prose">
          You need an authenticator app, such as Google Authenticator, Microsoft Authenticator or 2FAS. A
          passkey needs none of it: it is two steps in one.
        </span>
      </p>
      <ReauthenticatedButton
        what="turn on two-step sign-in"
        byPassword
        action={(proof) => signInCall('enableTwoFactor', proof)}
        failure="Two-step sign-in not turned on"
        onDone={({ uri }) => onBegun(uri)}
        button={{ ref: mainButton, className: 'justify-self-start' }}
      >
        Turn on two-step sign-in
      </ReauthenticatedButton>
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
        <ReauthenticatedButton
          what="make new backup codes"
          byPassword
          action={(proof) => signInCall('newBackupCodes', proof)}
          failure="No new backup codes"
          onDone={({ backupCodes }) => onNewCodes(backupCodes)}
          button={{ ref: mainButton }}
        >
          New backup codes
        </ReauthenticatedButton>
        <ReauthenticatedButton
          what="turn off two-step sign-in"
          byPassword
          action={(proof) => signInCall('disableTwoFactor', proof)}
          failure="Two-step sign-in not turned off"
          onDone={async () => {
            toast.success('Two-step sign-in is off');
            await onOff();
          }}
          button={{ variant: 'ghost' }}
        >
          Turn off
        </ReauthenticatedButton>
      </div>
    </>
  );
}
