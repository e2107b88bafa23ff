import { createFileRoute, type SearchSchemaInput, useNavigate } from '@tanstack/react-router';
import { LinkButton } from '#design/link-button.tsx';
import { adminReturnPath } from '#domains/accounts/return-path.ts';
import { AdminLoginScreen } from '#domains/accounts/ui/admin/admin-login-screen.tsx';
import { adminHead } from './-admin-head.ts';
import { SignInFrame } from './-frame/sign-in-frame.tsx';

interface LoginSearch {
  /** The requested page of the back office. */
  next?: string;
  /** The result of a sign-in with an external provider, and which provider. */
  error?: string;
  with?: string;
  /** Redirected here after the first factor. */
  step?: 'two-step';
}

export const Route = createFileRoute('/admin/login')({
  validateSearch: (raw: { next?: unknown } & SearchSchemaInput): LoginSearch => {
    const { next, error, with: provider, step } = raw as Record<string, unknown>;
    const path = adminReturnPath(next);
    const word = (value: unknown) =>
      typeof value === 'string' && /^[\w-]{1,100}$/.test(value) ? value : undefined;
    return {
      next: path === '/admin' ? undefined : path,
      error: word(error),
      with: word(provider),
      step: step === 'two-step' ? step : undefined,
    };
  },
  head: adminHead('Admin Login'),
  component: LoginPage,
});

function LoginPage() {
  const { next = '/admin', error, with: provider, step } = Route.useSearch();
  const navigate = useNavigate();
  return (
    <SignInFrame>
      <AdminLoginScreen
        onAdmitted={() => void navigate({ href: next, replace: true })}
        came={{ with: provider, error }}
        needsSecondFactor={step !== undefined}
        onBack={() =>
          void navigate({
            to: '/admin/login',
            search: { next: next === '/admin' ? undefined : next },
            replace: true,
          })
        }
        callbackURL={next === '/admin' ? '/admin/login' : `/admin/login?next=${encodeURIComponent(next)}`}
        security={(label) => (
          <LinkButton size="lg" to="/account/security">
            {label}
          </LinkButton>
        )}
        home={(label) => (
          <LinkButton variant="ghost" size="lg" to="/">
            {label}
          </LinkButton>
        )}
      />
    </SignInFrame>
  );
}
