import { createFileRoute, type SearchSchemaInput, useHydrated, useNavigate } from '@tanstack/react-router';
import { type AuthSearch, authSearch } from '#domains/accounts/return-path.ts';
import { AuthScreen } from '#domains/accounts/ui/auth-screen.tsx';
import { pageHead, shopOf } from '../-head.ts';
import { NeedsScript } from '../-needs-script.tsx';

export const Route = createFileRoute('/_shop/auth')({
  validateSearch: (raw: AuthSearch & SearchSchemaInput) => authSearch({ ...raw }),
  head: ({ match, matches }) =>
    pageHead({
      shop: shopOf(matches),
      title: match.search.tab === 'register' ? 'Create Account' : 'Sign In',
      description: 'Sign in or create an account to send your order.',
    }),
  component: AuthPage,
});

function AuthPage() {
  const inUrl = Route.useSearch();
  // The server's page is the same for every user and query string.
  const search = useHydrated() ? inUrl : {};
  const { next } = search;
  const navigate = useNavigate();
  return (
    <AuthScreen
      notice={<NeedsScript what="Signing in" />}
      search={search}
      onTab={(tab) =>
        void navigate({ to: '/auth', search: { tab, next }, replace: true, resetScroll: false })
      }
      onSignedIn={() => void navigate({ href: next ?? '/', replace: true })}
    />
  );
}
