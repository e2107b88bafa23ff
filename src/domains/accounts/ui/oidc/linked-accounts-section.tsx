import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { Button } from '#design/button.tsx';
import { ConfirmDialog } from '#design/confirm-dialog.tsx';
import { ErrorState } from '#design/error-state.tsx';
import { RelativeTime } from '#design/relative-time.tsx';
import { Skeleton } from '#design/skeleton.tsx';
import { toast } from '#design/toast.ts';
import { useShop } from '#shared/shop-context.tsx';
import { AuthRefusal } from '../auth-client.ts';
import { useReauthentication } from '../reauthentication/reauthentication.tsx';
import { SecuritySection } from '../security/security-section.tsx';
import { useSession } from '../session/session.queries.ts';
import { type Identity, singleSignOnClient } from './single-sign-on-client.ts';
import {
  SingleSignOnRefused,
  type SingleSignOnReturn,
  useSingleSignOnRefusal,
} from './single-sign-on-return.tsx';
import { useLeaveForProvider } from './use-leave-for-provider.ts';

const row = 'flex flex-wrap items-center justify-between gap-x-6 gap-y-2 py-3';

const linkButtonOf = (provider: string) => `link-${provider}`;

const whyOf = (error: unknown) =>
  error instanceof AuthRefusal ? error.message : 'The shop could not be reached. Please try again.';

/** The single sign-on result in the URL, which is then removed: a reload shows it no more. */
function useReturn(): SingleSignOnReturn {
  const [result, setResult] = useState<SingleSignOnReturn>({});
  useEffect(() => {
    const { pathname, search, hash } = window.location;
    const rest = new URLSearchParams(search);
    const inUrl = { with: rest.get('with') ?? undefined, error: rest.get('error') ?? undefined };
    if (!inUrl.with && !inUrl.error) return;
    setResult(inUrl);
    rest.delete('with');
    rest.delete('error');
    const left = rest.toString();
    window.history.replaceState(window.history.state, '', `${pathname}${left && `?${left}`}${hash}`);
  }, []);
  return result;
}

/** External accounts: the linked ones, and the available providers. */
export function LinkedAccountsSection() {
  const { signIn } = useShop();
  const { user } = useSession();
  const result = useReturn();
  const refused = useSingleSignOnRefusal(result);
  const linkedNow = result.error ? undefined : signIn.providers.find(({ id }) => id === result.with)?.name;
  useEffect(() => {
    if (linkedNow)
      toast.success(`${linkedNow} is linked`, { description: 'From now on it signs you in as well.' });
  }, [linkedNow]);
  const { data, error, isError, isFetching, refetch } = useQuery({
    queryKey: ['identities', user?.id],
    queryFn: () => singleSignOnClient.identities(),
  });
  const unlinked = signIn.providers.filter(({ id }) => !data?.some(({ provider }) => provider === id));

  return (
    <SecuritySection
      title="Linked accounts"
      about="Sign in with an account that you have elsewhere, without one more password."
    >
      {refused ? <SingleSignOnRefused>{refused}</SingleSignOnRefused> : null}
      {data ? (
        <ul className="divide-y border-y">
          {data.map((identity) => (
            <LinkedIdentity key={identity.id} identity={identity} />
          ))}
          {unlinked.map(({ id, name }) => (
            <li key={id} className={row}>
              <div className="min-w-0">
                <p className="font-semibold">{name}</p>
                <p className="text-muted-foreground text-sm">Not linked</p>
              </div>
              <LinkButton provider={id} name={name} />
            </li>
          ))}
        </ul>
      ) : isError ? (
        <ErrorState
          title="Your linked accounts could not be loaded"
          error={error}
          onRetry={() => void refetch()}
          busy={isFetching}
        >
          Please check your connection.
        </ErrorState>
      ) : (
        <div className="grid gap-3">
          {signIn.providers.map(({ id }) => (
            <Skeleton key={id} className="h-16 w-full" />
          ))}
        </div>
      )}
    </SecuritySection>
  );
}

function LinkButton({ provider, name }: { provider: string; name: string }) {
  const reauthenticate = useReauthentication();
  const { leaving, leaveFor } = useLeaveForProvider();
  const link = useMutation({
    networkMode: 'always',
    mutationFn: async () => {
      const isReauthenticated = (await reauthenticate(`link an account at ${name}`)) !== null;
      return isReauthenticated ? singleSignOnClient.link(provider) : null;
    },
    onSuccess: (begun) => begun && leaveFor(begun.url),
    onError: (error) => toast.error('Not linked', { description: whyOf(error) }),
  });
  return (
    <Button
      id={linkButtonOf(provider)}
      variant="outline"
      busy={link.isPending || leaving}
      aria-label={`Link ${name}`}
      onClick={() => link.mutate()}
    >
      Link
    </Button>
  );
}

function LinkedIdentity({ identity: { id, provider, name, address, since } }: { identity: Identity }) {
  const [isOpen, setOpen] = useState(false);
  const queryClient = useQueryClient();
  const reauthenticate = useReauthentication();
  const unlink = useMutation({
    networkMode: 'always',
    mutationFn: async () => {
      const isReauthenticated = (await reauthenticate(`unlink an account at ${name}`)) !== null;
      if (isReauthenticated) await singleSignOnClient.unlink(id);
      return isReauthenticated;
    },
    onSuccess: async (isDone) => {
      if (!isDone) return;
      await queryClient.invalidateQueries({ queryKey: ['identities'] });
      toast.success(`${name} is no longer linked`);
      // The button to link again has replaced this button.
      requestAnimationFrame(() => document.getElementById(linkButtonOf(provider))?.focus());
    },
    onError: (error) => {
      toast.error('Not unlinked', { description: whyOf(error) });
      void queryClient.invalidateQueries({ queryKey: ['identities'] });
    },
  });

  return (
    <li className={row}>
      <div className="min-w-0">
        <p className="font-semibold">{name}</p>
        <p className="text-muted-foreground text-sm">
          {address ? <span className="wrap-anywhere">{address}, </span> : null}linked{' '}
          <RelativeTime iso={since} />
        </p>
      </div>
      <Button
        variant="outline"
        busy={unlink.isPending}
        aria-label={`Unlink ${name}`}
        onClick={() => setOpen(true)}
      >
        Unlink
      </Button>
      <ConfirmDialog
        open={isOpen}
        onOpenChange={setOpen}
        title={`Unlink ${name}?`}
        description={`You can then no longer sign in here with ${address ?? 'that account'}. Your account there stays as it is.`}
        confirmLabel="Unlink"
        onConfirm={() => {
          setOpen(false);
          unlink.mutate();
        }}
      />
    </li>
  );
}
