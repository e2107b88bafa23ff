import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react';
import type { SignInAgain } from '#design/sign-in-again.ts';
import { SignInOver } from '#domains/accounts/ui/admin/sign-in-over.tsx';
import { codeOf } from '#shared/messages.ts';

/**
 * Restores an ended session in a dialog over the current screen: a save waits for it and is retried, and
 * refused lists are refetched. Who cancels is asked again by a save, but not by lists that refetch by themselves.
 * Render `dialog`; `email` is the email of the user who was signed in.
 */
export function useSigningInAgain(email: string): { signInAgain: SignInAgain; dialog: ReactNode } {
  const queryClient = useQueryClient();
  const [isOpen, setOpen] = useState(false);
  const request = useRef<{ answer: Promise<boolean>; resolve: (signedIn: boolean) => void }>(undefined);
  const hasCancelled = useRef(false);

  // Several operations that are refused at once wait for the same dialog.
  const signInAgain = useCallback(() => {
    if (!request.current) {
      const { promise, resolve } = Promise.withResolvers<boolean>();
      request.current = { answer: promise, resolve };
      setOpen(true);
    }
    return request.current.answer;
  }, []);

  const finish = (signedIn: boolean) => {
    request.current?.resolve(signedIn);
    request.current = undefined;
    setOpen(false);
    hasCancelled.current = !signedIn;
  };

  // From the next press on, a refused list is one the user may have asked for.
  useEffect(() => {
    const forget = () => {
      hasCancelled.current = false;
    };
    const presses = ['pointerdown', 'keydown'] as const;
    for (const press of presses) addEventListener(press, forget, true);
    return () => {
      for (const press of presses) removeEventListener(press, forget, true);
    };
  }, []);

  useEffect(
    () =>
      queryClient.getQueryCache().subscribe((event) => {
        if (event.type !== 'updated' || event.action.type !== 'error') return;
        if (codeOf(event.action.error) !== 'SIGN_IN_REQUIRED' || hasCancelled.current) return;
        const { query } = event;
        void signInAgain().then((signedIn) => {
          if (signedIn) void queryClient.invalidateQueries({ queryKey: query.queryKey, exact: true });
        });
      }),
    [queryClient, signInAgain],
  );

  const dialog = (
    <SignInOver open={isOpen} email={email} onDone={() => finish(true)} onCancel={() => finish(false)} />
  );
  return { signInAgain, dialog };
}
