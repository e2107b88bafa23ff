import { hashKey, type Query, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react';
import type { SignInAgain } from '#design/sign-in-again.ts';
import { type AccountsApi, sessionQuery } from '#domains/accounts/ui/session/session.queries.ts';
import { useApi } from '#shared/api.tsx';
import { loadWhileIdle } from '#shared/idle-scripts.ts';
import { loadScript } from '#shared/load-script.ts';
import { codeOf } from '#shared/messages.ts';

const loadSignInOver = () => loadScript(() => import('#domains/accounts/ui/admin/sign-in-over.tsx'));
loadWhileIdle(loadSignInOver);

/** A list that loads within this time after a press of a button or a link was asked for, ms. */
const ASKED_MS = 1_000;

const isRefused = (error: unknown): boolean => codeOf(error) === 'SIGN_IN_REQUIRED';

/**
 * Restores an ended session in a dialog over the current screen: a save waits for it and is retried, and
 * refused lists are refetched. After a cancel only a save or a list that the user asks for opens it again. The
 * dialog closes by itself when the user signs in in another tab.
 * Render `dialog`; `email` is the email of the user who was signed in.
 */
export function useSigningInAgain(email: string): { signInAgain: SignInAgain; dialog: ReactNode } {
  const queryClient = useQueryClient();
  const session = hashKey(sessionQuery(useApi<AccountsApi>()).queryKey);
  const [opened, setOpened] = useState<Awaited<ReturnType<typeof loadSignInOver>>>();
  const request = useRef<{ answer: Promise<boolean>; resolve: (signedIn: boolean) => void }>(undefined);
  const hasCancelled = useRef(false);
  const pressedAt = useRef(Number.NEGATIVE_INFINITY);

  const finish = useCallback(
    (signedIn: boolean) => {
      request.current?.resolve(signedIn);
      request.current = undefined;
      setOpened(undefined);
      hasCancelled.current = !signedIn;
      pressedAt.current = Number.NEGATIVE_INFINITY;
      if (signedIn) {
        void queryClient.invalidateQueries({ predicate: ({ state: { error } }) => isRefused(error) });
        // Its user is the same, so nothing else replaces the stream. If it is not loaded, nothing is followed yet.
        import('#shared/live/live.ts').then(
          ({ reopen }) => reopen(),
          () => {},
        );
      }
    },
    [queryClient],
  );

  // Several operations that are refused at once wait for the same dialog.
  const signInAgain = useCallback(() => {
    if (!request.current) {
      const { promise, resolve } = Promise.withResolvers<boolean>();
      request.current = { answer: promise, resolve };
      // Without its script the refusal is shown: a reload would lose what was typed.
      loadSignInOver().then(setOpened, () => finish(false));
    }
    return request.current.answer;
  }, [finish]);

  useEffect(() => {
    const asked = new WeakSet<Query>();
    const press = ({ target, timeStamp }: MouseEvent) => {
      if (target instanceof Element && target.closest('a, button')) pressedAt.current = timeStamp;
    };
    addEventListener('click', press, true);
    const unsubscribe = queryClient.getQueryCache().subscribe((event) => {
      if (event.type !== 'updated') return;
      const { query, action } = event;
      if (action.type === 'success' && query.queryHash === session) {
        if (request.current && query.state.data?.user?.email === email) finish(true);
        return;
      }
      if (action.type === 'fetch') {
        if (performance.now() - pressedAt.current < ASKED_MS) asked.add(query);
        else asked.delete(query);
      }
      if (action.type !== 'error' || !isRefused(action.error)) return;
      if (!hasCancelled.current || asked.has(query)) void signInAgain();
    });
    return () => {
      removeEventListener('click', press, true);
      unsubscribe();
    };
  }, [queryClient, signInAgain, finish, session, email]);

  const dialog = opened ? (
    <opened.SignInOver email={email} onDone={() => finish(true)} onCancel={() => finish(false)} />
  ) : null;
  return { signInAgain, dialog };
}
