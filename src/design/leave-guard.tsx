import { useBlocker } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { ConfirmDialog } from './confirm-dialog.tsx';
import { addGuard } from './leave-page.ts';

interface Question {
  title: string;
  description: string;
}

const UNSAVED: Question = {
  title: 'Leave without saving?',
  description: 'What you changed here is not saved yet.',
};

/**
 * Asks before unsaved input is lost by a link, Back, closing the tab (the browser asks then), signing out, or closing the
 * form's dialog: `leave(close)` runs `close` at once if nothing would be lost. Render `guard`. `question`: if what is left
 * is something else.
 */
export function useLeaveGuard(isUnsaved: () => boolean, question: Question = UNSAVED) {
  const [leaving, setLeaving] = useState<() => void>();
  const blocker = useBlocker({
    // Another filter or tab of the same page loses nothing.
    shouldBlockFn: ({ current, next }) => current.pathname !== next.pathname && isUnsaved(),
    enableBeforeUnload: isUnsaved,
    withResolver: true,
  });
  const isBlocked = blocker.status === 'blocked';
  const stay = () => {
    blocker.reset?.();
    setLeaving(undefined);
  };
  const go = () => {
    const close = leaving;
    setLeaving(undefined);
    if (isBlocked) blocker.proceed?.();
    close?.();
  };
  const leave = (close: () => void) => {
    if (isUnsaved()) setLeaving(() => close);
    else close();
  };
  const latest = useRef(leave);
  latest.current = leave;
  useEffect(() => addGuard((close) => latest.current(close)), []);
  return {
    leave,
    guard: (
      <ConfirmDialog
        open={isBlocked || leaving !== undefined}
        onOpenChange={(open) => !open && stay()}
        {...question}
        confirmLabel="Leave"
        cancelLabel="Stay"
        onConfirm={go}
      />
    ),
  };
}
