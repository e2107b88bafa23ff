import { createFileRoute, useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import { SecurityScreen } from '#domains/accounts/ui/security/security-screen.tsx';
import { useSession } from '#domains/accounts/ui/session.queries.ts';
import { pageHead, shopOf } from '../-head.ts';
import { NeedsScript } from '../-needs-script.tsx';

export const Route = createFileRoute('/_shop/account/security')({
  head: ({ matches }) =>
    pageHead({
      shop: shopOf(matches),
      title: 'Sign-in & security',
      description: 'How you sign in, and where you are signed in.',
    }),
  component: SecurityPage,
});

function SecurityPage() {
  const navigate = useNavigate();
  const { known, user } = useSession();
  const signedOut = known && !user;
  useEffect(() => {
    if (signedOut) void navigate({ to: '/auth', search: { next: '/account/security' }, replace: true });
  }, [signedOut, navigate]);
  return <SecurityScreen notice={<NeedsScript what="Your account" />} />;
}
