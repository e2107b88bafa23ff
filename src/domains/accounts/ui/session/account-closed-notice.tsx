import { Link } from '@tanstack/react-router';
import { useSyncExternalStore } from 'react';
import { SIGNED_IN_HINT } from '#shared/signed-in-hint.ts';
import { Alert } from '../notice.tsx';

const never = () => () => {};
const isClosed = () => document.cookie.split('; ').includes(`${SIGNED_IN_HINT}=closed`);

/** Tells a user who was signed in with this browser that their account was closed. */
export function ClosedNotice() {
  const closed = useSyncExternalStore(never, isClosed, () => false);
  if (!closed) return null;
  return (
    <Alert>
      This account is closed. Please{' '}
      <Link to="/contact" className="link">
        write to us
      </Link>
      .
    </Alert>
  );
}
