import {
  createFileRoute,
  Link,
  type SearchSchemaInput,
  useHydrated,
  useNavigate,
} from '@tanstack/react-router';
import { Button } from '#design/button.tsx';
import { returnPath } from '#domains/accounts/return-path.ts';
import { AuthScreen, type AuthTab } from '#domains/accounts/ui/auth-screen.tsx';
import { pageHead, shopOf } from '../-head.ts';
import { NeedsScript } from '../-needs-script.tsx';

interface AuthSearch {
  tab?: 'register';
  /** Where the shopper was; a path of this shop. */
  next?: string;
  /** The token of a letter's link for a new password. */
  reset?: string;
  /** The token of a letter's link for the confirmation, opened in another browser than the one that registered. */
  confirm?: string;
  /** Why the letter's link for the confirmation was refused, or what came of a sign-in with another house. */
  error?: string;
  /** The house one comes back from. */
  with?: string;
  /** One was led here after the first step of signing in. */
  step?: 'two-step';
}

function authSearchOf(raw: Record<string, unknown>): AuthSearch {
  const next = returnPath(raw.next);
  const token = (value: unknown) =>
    typeof value === 'string' && /^[\w-]{1,100}$/.test(value) ? value : undefined;
  // Undefined, not left out: the router lays this over the address, and a foreign `next` would shine through.
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
  // The server's page is the same for everybody, whatever stands behind the question mark.
  const {
    tab = 'sign-in',
    next = '/',
    reset,
    confirm,
    error,
    with: house,
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
      came={{ with: house, error }}
      needsSecondFactor={step !== undefined}
      onSignedIn={() => void navigate({ href: next, replace: true })}
      home={
        <Button asChild variant="ghost" className="justify-self-center">
          <Link to="/">Return to Home</Link>
        </Button>
      }
    />
  );
}
