import { createFileRoute, type SearchSchemaInput, useHydrated, useNavigate } from '@tanstack/react-router';
import { LinkButton } from '#design/link-button.tsx';
import { returnPath } from '#domains/accounts/return-path.ts';
import { AuthScreen, type AuthTab } from '#domains/accounts/ui/auth-screen.tsx';
import { pageHead, shopOf } from '../-head.ts';
import { NeedsScript } from '../-needs-script.tsx';

interface AuthSearch {
  tab?: 'register';
  /** The path of this shop to return to. */
  next?: string;
  /** The token of the password reset link in an email. */
  reset?: string;
  /**
   * The token of the confirmation link in an email, opened in another browser than the one that registered.
   */
  confirm?: string;
  /** Why the confirmation link was refused, or the result of a sign-in with an external provider. */
  error?: string;
  /** The external provider that redirected here. */
  with?: string;
  /** Redirected here after the first factor. */
  step?: 'two-step';
}

function authSearchOf(raw: Record<string, unknown>): AuthSearch {
  const next = returnPath(raw.next);
  const token = (value: unknown) =>
    typeof value === 'string' && /^[\w-]{1,100}$/.test(value) ? value : undefined;
  // Undefined, not omitted: the router merges this over the URL, and an invalid `next` would remain.
  return {
    tab: raw.tab === 'register' ? 'register' : undefined,
    next: next === '/' ? undefined : next,
    reset: token(raw.reset),
    confirm:
      typeof raw.confirm === 'string' &&
      /^[\w-]+\.[\w-]+\.[\w-]+$/.test(raw.confirm) &&
      raw.confirm.length <= 1000
        ? raw.confirm
        : undefined,
    error: token(raw.error),
    with: token(raw.with),
    step: raw.step === 'two-step' ? raw.step : undefined,
  };
}

export const Route = createFileRoute('/_shop/auth')({
  validateSearch: (raw: AuthSearch & SearchSchemaInput) => authSearchOf({ ...raw }),
  head: ({ match, matches }) =>
    pageHead({
      shop: shopOf(matches),
      title: match.search.tab === 'register' ? 'Create Account' : 'Sign In',
      description: 'Sign in or create an account to send your order.',
    }),
  component: AuthPage,
});

function AuthPage() {
  const search = Route.useSearch();
  // The server's page is the same for every user and query string.
  const {
    tab = 'sign-in',
    next = '/',
    reset,
    confirm,
    error,
    with: provider,
    step,
  } = useHydrated() ? search : {};
  const navigate = useNavigate();
  return (
    <AuthScreen
      notice={<NeedsScript what="Signing in" />}
      tab={tab}
      onTab={(to: AuthTab) =>
        void navigate({
          to: '/auth',
          search: {
            ...(to === 'register' ? { tab: to } : {}),
            ...(next === '/' ? {} : { next }),
          },
          replace: true,
          resetScroll: false,
        })
      }
      next={next}
      resetToken={reset}
      confirmToken={confirm}
      linkFailed={error !== undefined}
      came={{ with: provider, error }}
      needsSecondFactor={step !== undefined}
      onSignedIn={() => void navigate({ href: next, replace: true })}
      home={
        <LinkButton variant="ghost" className="justify-self-center" to="/">
          Return to Home
        </LinkButton>
      }
    />
  );
}
