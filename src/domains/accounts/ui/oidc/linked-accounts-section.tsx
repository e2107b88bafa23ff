import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { RelativeTime } from '#design/relative-time.tsx';
import { Skeleton } from '#design/skeleton.tsx';
import { toast } from '#design/toast.ts';
import { useShop } from '#shared/shop-context.tsx';
import type { LinkedAccount } from '../../sign-in.contract.ts';
import { Alert } from '../notice.tsx';
import { ReauthenticatedButton } from '../reauthentication/reauthentication.tsx';
import { SecuritySection } from '../security/security-section.tsx';
import { useSession } from '../session/session.queries.ts';
import { signInCall } from '../sign-in-client.ts';
import { type SingleSignOnReturn, useSingleSignOnRefusal } from './single-sign-on-return.ts';
import { useLeaveForProvider } from './use-leave-for-provider.ts';

const row = 'flex flex-wrap items-center justify-between gap-x-6 gap-y-2 py-3';

const linkButtonOf = (provider: string) => `link-${provider}`;

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
  const query = useQuery({
    queryKey: ['identities', user?.id],
    queryFn: () => signInCall('listLinkedAccounts'),
  });

  return (
    <SecuritySection
      title="Linked accounts"
      about="Sign in with an account that you have elsewhere, without one more password."
      notice={refused ? <Alert>{refused}</Alert> : null}
      query={query}
      failed="Your linked accounts could not be loaded"
      loading={
        <div className="grid gap-3">
          {signIn.providers.map(({ id }) => (
            <Skeleton key={id} className="h-16 w-full" />
          ))}
        </div>
      }
    >
      {(linked) => (
        <ul className="divide-y border-y">
          {linked.map((account) => (
            <LinkedAccountRow key={account.id} account={account} />
          ))}
          {signIn.providers
            .filter(({ id }) => !linked.some(({ provider }) => provider === id))
            .map(({ id, name }) => (
              <li key={id} className={row}>
                <div className="min-w-0">
                  <p className="font-semibold">{name}</p>
                  <p className="text-muted-foreground text-sm">Not linked</p>
                </div>
                <LinkButton provider={id} name={name} />
              </li>
            ))}
        </ul>
      )}
    </SecuritySection>
  );
}

function LinkButton({ provider, name }: { provider: string; name: string }) {
  const { leaving, leaveFor } = useLeaveForProvider();
  return (
    <ReauthenticatedButton
      what={`link an account at ${name}`}
      action={() => signInCall('linkAccount', { provider })}
      failure="Not linked"
      onDone={({ url }) => leaveFor(url)}
      button={{ id: linkButtonOf(provider), busy: leaving, 'aria-label': `Link ${name}` }}
    >
      Link
    </ReauthenticatedButton>
  );
}

function LinkedAccountRow({ account }: { account: LinkedAccount }) {
  const { id, provider, name, email, since } = account;
  return (
    <li className={row}>
      <div className="min-w-0">
        <p className="font-semibold">{name}</p>
        <p className="text-muted-foreground text-sm">
          {email ? <span className="wrap-anywhere">{email}, </span> : null}linked <RelativeTime iso={since} />
        </p>
      </div>
      <ReauthenticatedButton
        what={`unlink an account at ${name}`}
        action={() => signInCall('unlinkAccount', { id })}
        failure="Not unlinked"
        changes={['identities']}
        onDone={() => {
          toast.success(`${name} is no longer linked`);
          // The button to link again has replaced this button.
          requestAnimationFrame(() => document.getElementById(linkButtonOf(provider))?.focus());
        }}
        confirm={{
          title: `Unlink ${name}?`,
          description: `You can then no longer sign in here with ${email ?? 'that account'}. Your account there stays as it is.`,
        }}
        button={{ 'aria-label': `Unlink ${name}` }}
      >
        Unlink
      </ReauthenticatedButton>
    </li>
  );
}
