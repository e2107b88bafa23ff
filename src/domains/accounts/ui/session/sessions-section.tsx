import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { Button } from '#design/button.tsx';
import { ConfirmDialog } from '#design/confirm-dialog.tsx';
import { Skeleton } from '#design/skeleton.tsx';
import { useOperation } from '#design/use-operation.ts';
import { useApi } from '#shared/api.tsx';
import type { OpenSession } from '../../security.contract.ts';
import { endOtherSessionsMessages, endSessionMessages } from '../../security.messages.ts';
import { Loaded } from '../security/loaded.tsx';
import { type SecurityApi, sessionsQuery, useRefused } from '../security/security.queries.ts';
import { SecuritySection } from '../security/security-section.tsx';
import { SessionRow } from './session-row.tsx';

/** The user's sessions, this browser first, each with a sign-out button. */
export function SessionsSection() {
  const api = useApi<SecurityApi>();
  const queryClient = useQueryClient();
  const options = sessionsQuery(api);
  const query = useQuery(options);
  const refused = useRefused();
  const list = useRef<HTMLUListElement>(null);
  const [isConfirming, setConfirming] = useState(false);

  const keepOnly = (stays: (one: OpenSession) => boolean) => {
    queryClient.setQueryData(options.queryKey, (before) => before?.filter(stays));
    // The pressed button was removed with its row.
    list.current?.focus({ preventScroll: true });
  };
  const end = useOperation({
    mutationFn: ({ id }: { id: string }) => api.security.endSession({ id }),
    messages: endSessionMessages,
    onSuccess: (_, { id }) => keepOnly((one) => one.id !== id),
    onError: refused,
  });
  const endOthers = useOperation({
    mutationFn: () => api.security.endOtherSessions(),
    messages: endOtherSessionsMessages,
    onSuccess() {
      setConfirming(false);
      keepOnly((one) => one.isCurrent);
    },
    onError: refused,
  });

  const sessions = query.data?.toSorted((one, other) => Number(other.isCurrent) - Number(one.isCurrent));
  const others = sessions?.filter(({ isCurrent }) => !isCurrent).length ?? 0;
  return (
    <SecuritySection
      title="Where you are signed in"
      about="If you do not know one of these, sign it out and change your password."
    >
      <Loaded
        query={query}
        failed="Where you are signed in could not be loaded"
        loading={
          <div role="status" aria-label="Loading where you are signed in" className="grid gap-4">
            <Skeleton className="h-16 w-full" />
            <Skeleton className="h-16 w-full" />
          </div>
        }
      >
        {() => (
          <>
            <ul ref={list} tabIndex={-1} aria-label="Browsers" className="divide-y border-y">
              {sessions?.map((one) => (
                <SessionRow
                  key={one.id}
                  session={one}
                  busy={end.isPending && end.variables.id === one.id}
                  onEnd={() => end.mutate({ id: one.id })}
                />
              ))}
            </ul>
            {others > 0 ? (
              <Button
                variant="outline"
                className="w-full sm:w-auto sm:justify-self-start"
                onClick={() => setConfirming(true)}
              >
                Sign out everywhere else
              </Button>
            ) : (
              <p className="text-muted-foreground">You are signed in nowhere else.</p>
            )}
            <ConfirmDialog
              open={isConfirming}
              onOpenChange={setConfirming}
              title="Sign out everywhere else?"
              description={`${others === 1 ? 'One other browser is' : `${others} other browsers are`} signed out at once. Here you stay signed in.`}
              confirmLabel="Sign out"
              busy={endOthers.isPending}
              onConfirm={() => endOthers.mutate(undefined)}
            />
          </>
        )}
      </Loaded>
    </SecuritySection>
  );
}
