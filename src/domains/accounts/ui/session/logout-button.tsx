import { useNavigate } from '@tanstack/react-router';
import { useSignOut } from '../sign-in.operations.ts';

/** The logout button in the header; goes to the front page. */
export function LogoutButton() {
  const navigate = useNavigate();
  const { isPending, signOut } = useSignOut(() => navigate({ to: '/', ignoreBlocker: true }));
  return (
    <button
      type="button"
      aria-busy={isPending || undefined}
      onClick={() => !isPending && signOut()}
      className="inline-flex min-h-11 items-center px-2"
    >
      Logout
    </button>
  );
}
