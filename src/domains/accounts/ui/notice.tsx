import { Link } from '@tanstack/react-router';
import type { LucideIcon } from 'lucide-react';
import { type ReactNode, type Ref, useEffect, useRef, useSyncExternalStore } from 'react';
import { SIGNED_IN_HINT } from '#shared/signed-in-hint.ts';

/** A note above a form: what happened, and what to do next. */
export function Notice({
  Icon,
  title,
  titleRef,
  children,
}: {
  Icon: LucideIcon;
  title: string;
  titleRef?: Ref<HTMLHeadingElement>;
  children: ReactNode;
}) {
  return (
    <div className="flex gap-3 border-gold border-l-4 bg-muted p-4">
      <Icon aria-hidden="true" className="mt-0.5 size-5 shrink-0" />
      <div className="wrap-anywhere grid min-w-0 gap-1 text-sm">
        <h2 ref={titleRef} tabIndex={titleRef ? -1 : undefined} className="font-semibold text-base">
          {title}
        </h2>
        {children}
      </div>
    </div>
  );
}

/** The ref of a button that gets the focus when it returns, which may be later than the next frame. */
export const focusReturned = (element: HTMLElement | null): void => element?.focus();

/** The ref of a heading that gets the focus when it appears, after a dialog before it has restored the focus. */
export function useFocusedHeading() {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    const frame = requestAnimationFrame(() => heading.current?.focus());
    return () => cancelAnimationFrame(frame);
  }, []);
  return heading;
}

/** A failure that the user should know of before they continue. */
export function Alert({ children }: { children: ReactNode }) {
  return (
    <p role="alert" className="border-danger border-l-4 bg-danger-soft p-4">
      {children}
    </p>
  );
}

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
