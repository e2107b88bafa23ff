import { useNavigate } from '@tanstack/react-router';
import { LogOut } from 'lucide-react';
import { useSignOut } from './sign-in.operations.ts';

/** The way out in the header; leads to the front page. */
export function LogoutButton() {
  const navigate = useNavigate();
  const logout = useSignOut(() => navigate({ to: '/' }));
  return (
    <button
      type="button"
      aria-label="Logout"
      title="Logout"
      aria-busy={logout.isPending || undefined}
      onClick={() => !logout.isPending && logout.mutate()}
      className="inline-flex size-11 items-center justify-center"
    >
      <LogOut aria-hidden="true" className="size-5.5 stroke-[1.5]" />
    </button>
  );
}
