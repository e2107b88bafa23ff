import { createFileRoute, Link, type SearchSchemaInput, useNavigate } from '@tanstack/react-router';
import { Button } from '#design/button.tsx';
import { AdminLoginScreen } from '#domains/accounts/ui/admin/admin-login-screen.tsx';
import { officeWayBack } from '#domains/accounts/way-back.ts';
import { DoorFrame } from './-frame/door-frame.tsx';
import { officeHead } from './-office-head.ts';

interface LoginSearch {
  /** The page of the back office that was asked for. */
  next?: string;
}

export const Route = createFileRoute('/admin/login')({
  validateSearch: ({ next }: { next?: unknown } & SearchSchemaInput): LoginSearch => {
    const path = officeWayBack(next);
    return { next: path === '/admin' ? undefined : path };
  },
  head: officeHead('Admin Login'),
  component: LoginPage,
});

function LoginPage() {
  const { next = '/admin' } = Route.useSearch();
  const navigate = useNavigate();
  return (
    <DoorFrame>
      <AdminLoginScreen
        onAdmitted={() => void navigate({ href: next, replace: true })}
        home={(label) => (
          <Button asChild variant="outline" size="lg">
            <Link to="/">{label}</Link>
          </Button>
        )}
      />
    </DoorFrame>
  );
}
