import { useQuery } from '@tanstack/react-query';
import { createFileRoute, type SearchSchemaInput, useHydrated } from '@tanstack/react-router';
import { sessionsQuery } from '#domains/accounts/ui/security/security.queries.ts';
import { SecurityScreen } from '#domains/accounts/ui/security/security-screen.tsx';
import { pageHead, shopOf } from '../-head.ts';
import { NeedsScript } from '../-needs-script.tsx';
import { useHasSession, useSignedIn } from '../-signed-in.ts';

interface SecuritySearch {
  /** The token of the link in the email that confirms a new email. */
  address?: string;
}

export const Route = createFileRoute('/_shop/account/security')({
  validateSearch: ({ address }: SecuritySearch & SearchSchemaInput): SecuritySearch => ({
    address: typeof address === 'string' && /^[\w-]{1,100}$/.test(address) ? address : undefined,
  }),
  head: ({ matches }) =>
    pageHead({
      shop: shopOf(matches),
      title: 'Sign-in & security',
      description: 'How you sign in, and where you are signed in.',
    }),
  component: SecurityPage,
});

function SecurityPage() {
  const search = Route.useSearch();
  const navigate = Route.useNavigate();
  const { api } = Route.useRouteContext();
  // The server's page is the same for every user and query string.
  const address = useHydrated() ? search.address : undefined;
  const isSignedIn = useHasSession();
  // Detects a session that was ended elsewhere.
  const { error } = useQuery({ ...sessionsQuery(api), enabled: isSignedIn });
  useSignedIn(address ? `/account/security?address=${address}` : '/account/security', error);
  return (
    <SecurityScreen
      notice={<NeedsScript what="Your account" />}
      emailToken={address}
      onEmailLinkDone={() => void navigate({ search: {}, replace: true, resetScroll: false })}
    />
  );
}
