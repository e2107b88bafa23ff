import { createFileRoute, useRouter } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { ListChipsProvider } from '#design/list-chips.tsx';
import { SignInAgainProvider } from '#design/sign-in-again.ts';
import { toast } from '#design/toast.ts';
import type { Profile } from '#domains/accounts/contract.ts';
import { useSession, useSessionFollowing } from '#domains/accounts/ui/session/session.queries.ts';
import { HistoryUndo } from '#domains/history/ui/admin/history-undo.tsx';
import { useNewOrders } from '#domains/orders/list/ui/admin/use-new-orders.ts';
import { StatusConflictProvider } from '#domains/orders/status/ui/admin/status-conflict.tsx';
import { StaffPresence } from '#domains/presence/ui/admin/staff-presence.tsx';
import { SavedFilters } from '#domains/saved-filters/ui/admin/saved-filters.tsx';
import { AdminFrame } from './-frame/admin-frame.tsx';
import { LoadingPanel } from './-frame/loading-panel.tsx';
import { useIdleScripts } from './-frame/use-idle-scripts.ts';
import { useSigningInAgain } from './-frame/use-sign-in-again.tsx';
import { useLive } from './-live.ts';

export const Route = createFileRoute('/admin/_layout')({
  component: AdminLayout,
});

/** Renders the back office for staff; redirects others to its sign-in page. */
function AdminLayout() {
  useSessionFollowing();
  const { known, failed, user, isAdmin } = useSession();
  const router = useRouter();
  // If the session ends later, a sign-in dialog opens over the screen instead of a redirect.
  const staff = useRef<Profile>(undefined);
  if (user && isAdmin) staff.current = user;
  const isUnavailable = failed || (known && !isAdmin && (user !== null || !staff.current));
  useEffect(() => {
    if (!isUnavailable) return;
    if (failed) toast.error('Failed to load admin panel. Please try again.');
    const next = router.state.location.href;
    void router.navigate({ to: '/admin/login', search: { next }, replace: true });
  }, [isUnavailable, failed, router]);
  return staff.current && !isUnavailable ? <AdminScreens user={staff.current} /> : <LoadingPanel />;
}

function AdminScreens({ user }: { user: Profile }) {
  useLive();
  useNewOrders(user.id);
  useIdleScripts();
  const { signInAgain, dialog } = useSigningInAgain(user.email);
  return (
    <SignInAgainProvider value={signInAgain}>
      <HistoryUndo>
        <StatusConflictProvider>
          <ListChipsProvider value={<SavedFilters />}>
            <StaffPresence>
              <AdminFrame user={user} />
            </StaffPresence>
          </ListChipsProvider>
        </StatusConflictProvider>
      </HistoryUndo>
      {dialog}
    </SignInAgainProvider>
  );
}
