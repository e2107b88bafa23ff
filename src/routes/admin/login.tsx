import { createFileRoute, type SearchSchemaInput, useNavigate } from '@tanstack/react-router';
import { adminLoginSearch, type SignInSearch } from '#domains/accounts/return-path.ts';
import { AdminLoginScreen } from '#domains/accounts/ui/admin/admin-login-screen.tsx';
import { adminHead } from './-admin-head.ts';
import { SignInFrame } from './-frame/sign-in-frame.tsx';

export const Route = createFileRoute('/admin/login')({
  validateSearch: (raw: { next?: unknown } & SearchSchemaInput): SignInSearch => adminLoginSearch({ ...raw }),
  head: adminHead('Admin Login'),
  component: LoginPage,
});

function LoginPage() {
  const search = Route.useSearch();
  const { next } = search;
  const navigate = useNavigate();
  return (
    <SignInFrame>
      <AdminLoginScreen
        search={search}
        onAdmitted={() => void navigate({ href: next ?? '/admin', replace: true })}
        onBack={() => void navigate({ to: '/admin/login', search: { next }, replace: true })}
      />
    </SignInFrame>
  );
}
