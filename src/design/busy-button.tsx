import type { ComponentProps } from 'react';
import { Button } from './button.tsx';

/** A button that says what it is doing while it is busy, where that is more than a spinner. */
export function BusyButton({
  busy,
  busyLabel,
  onClick,
  children,
  ...rest
}: ComponentProps<typeof Button> & { busyLabel?: string | undefined }) {
  const isLabelled = Boolean(busy && busyLabel);
  return (
    <Button
      {...rest}
      busy={busy && !isLabelled}
      aria-busy={busy || undefined}
      onClick={isLabelled ? (event) => event.preventDefault() : onClick}
    >
      {isLabelled ? busyLabel : children}
    </Button>
  );
}
