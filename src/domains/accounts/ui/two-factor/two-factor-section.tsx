import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { ShieldCheck, Smartphone } from 'lucide-react';
import { type RefObject, useRef, useState } from 'react';
import { Badge } from '#design/badge.tsx';
import { Button } from '#design/button.tsx';
import { ErrorState } from '#design/error-state.tsx';
import { RelativeTime } from '#design/relative-time.tsx';
import { Skeleton } from '#design/skeleton.tsx';
import { toast } from '#design/toast.ts';
import { useShop } from '#shared/shop-context.tsx';
import { AuthRefusal, isCancelled } from '../auth-client.ts';
import { useReauthentication } from '../reauthentication/reauthentication.tsx';
import { SECURITY } from '../security/security.queries.ts';
import { SecuritySection } from '../security/security-section.tsx';
import { useSession } from '../session/session.queries.ts';
import { BackupCodes } from './backup-codes.tsx';
import { type TwoFactorState, twoFactorClient } from './two-factor-client.ts';
import { TwoFactorEnrolment } from './two-factor-enrolment.tsx';

const messageFor = (error: unknown) =>
  error instanceof AuthRefusal ? error.message : 'The shop could not be reached. Please try again.';

/** Shows an error; a check that the user cancelled is none. */
const showError = (title: string, error: unknown) => {
  if (!isCancelled(error)) toast.error(title, { description: messageFor(error) });
};

/** The current action in the section, below its state. */
type Doing = { kind: 'enrolment'; uri: string } | { kind: 'backup codes'; codes: string[] } | null;

/** An authenticator app besides the password: whether there is one, and its backup codes. */
export function TwoFactorSection() {
  const { user } = useSession();
  const [doing, setDoing] = useState<Doing>(null);
  const mainButton = useRef<HTMLButtonElement>(null);
  const queryClient = useQueryClient();
  const queryKey = ['two-step', user?.id];
  const { data, error, isError, isFetching, refetch } = useQuery({
    queryKey,
    queryFn: twoFactorClient.state,
  });

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
        ) : isError ? null : (
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
      ) : data?.isOn ? (
        <On
          state={data}
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
      ) : data ? (
        <Off mainButton={mainButton} onBegun={(uri) => setDoing({ kind: 'enrolment', uri })} />
      ) : isError ? (
        <ErrorState
          title="This could not be loaded"
          error={error}
          onRetry={() => void refetch()}
          busy={isFetching}
        >
          Please check your connection.
        </ErrorState>
      ) : (
        <Skeleton className="h-11 w-52" />
      )}
    </SecuritySection>
  );
}

type MainButton = RefObject<HTMLButtonElement | null>;

function Off({ mainButton, onBegun }: { mainButton: MainButton; onBegun: (uri: string) => void }) {
  const reauthenticate = useReauthentication();
  const begin = useMutation({
    networkMode: 'always',
    mutationFn: async () => {
      const proof = await reauthenticate('turn on two-step sign-in', { byPassword: true });
      return proof && twoFactorClient.begin(proof);
    },
    onSuccess: (begun) => {
      if (begun) onBegun(begun.uri);
    },
    onError: (error) => showError('Two-step sign-in not turned on', error),
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
        onClick={() => begin.mutate()}
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
  const { timeZone } = useShop();
  const reauthenticate = useReauthentication();
  const renew = useMutation({
    networkMode: 'always',
    mutationFn: async () => {
      const proof = await reauthenticate('make new backup codes', { byPassword: true });
      return proof && twoFactorClient.newBackupCodes(proof);
    },
    onSuccess: (made) => {
      if (made) onNewCodes(made.backupCodes);
    },
    onError: (error) => showError('No new backup codes', error),
  });
  const turnOff = useMutation({
    networkMode: 'always',
    mutationFn: async () => {
      const proof = await reauthenticate('turn off two-step sign-in', { byPassword: true });
      if (!proof) return false;
      await twoFactorClient.turnOff(proof);
      return true;
    },
    onSuccess: async (isOff) => {
      if (!isOff) return;
      toast.success('Two-step sign-in is off');
      await onOff();
    },
    onError: (error) => showError('Two-step sign-in not turned off', error),
  });
  return (
    <>
      <p className="flex items-start gap-3">
        <ShieldCheck aria-hidden="true" className="mt-0.5 size-6 shrink-0 stroke-[1.5] text-success" />
        <span className="grid gap-1">
          <span>
            Your authenticator app is asked for since <RelativeTime iso={state.since} timeZone={timeZone} />.
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
        <Button ref={mainButton} variant="outline" busy={renew.isPending} onClick={() => renew.mutate()}>
          New backup codes
        </Button>
        <Button variant="ghost" busy={turnOff.isPending} onClick={() => turnOff.mutate()}>
          Turn off
        </Button>
      </div>
    </>
  );
}
