import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Monitor, Smartphone } from 'lucide-react';
import { useRef, useState } from 'react';
import { Badge } from '#design/badge.tsx';
import { Button } from '#design/button.tsx';
import { ConfirmDialog } from '#design/confirm-dialog.tsx';
import { RelativeTime } from '#design/relative-time.tsx';
import { useApi } from '#shared/api.tsx';
import { deviceOf } from '#shared/user-agent.ts';
import { sentenceOf } from '../../activity.ts';
import type { OpenSession } from '../../security.contract.ts';
import { endOtherSessionsMessages, endSessionMessages } from '../../security.messages.ts';
import { type SecurityApi, sessionsQuery, useOwnOperation } from '../security/security.queries.ts';
import { LoadingRows, SecuritySection } from '../security/security-section.tsx';

/** The user's sessions, this browser first, each with a sign-out button. */
export function SessionsSection() {
  const queryClient = useQueryClient();
  const options = sessionsQuery(useApi<SecurityApi>());
  const query = useQuery(options);
  const list = useRef<HTMLUListElement>(null);
  const [isConfirming, setConfirming] = useState(false);

  const keepOnly = (stays: (one: OpenSession) => boolean) => {
    queryClient.setQueryData(options.queryKey, (before) => before?.filter(stays));
    // The pressed button was removed with its row.
    list.current?.focus({ preventScroll: true });
  };
  const end = useOwnOperation({
    operation: (security, { id }: { id: string }) => security.endSession({ id }),
    messages: endSessionMessages,
    onSuccess: (_, { id }) => keepOnly((one) => one.id !== id),
  });
  const endOthers = useOwnOperation({
    operation: (security) => security.endOtherSessions(),
    messages: endOtherSessionsMessages,
    onSuccess() {
      setConfirming(false);
      keepOnly((one) => one.isCurrent);
    },
  });

  const sessions = query.data?.toSorted((one, other) => Number(other.isCurrent) - Number(one.isCurrent));
  const others = sessions?.filter(({ isCurrent }) => !isCurrent).length ?? 0;
  return (
    <SecuritySection
      title="Where you are signed in"
      about="If you do not know one of these, sign it out and change your password."
      query={query}
      failed="Where you are signed in could not be loaded"
      loading={<LoadingRows label="Loading where you are signed in" rows={2} className="h-16 w-full" />}
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
    </SecuritySection>
  );
}

const isHandheld = (userAgent: string | null) => /Android|iPhone|iPad|Mobile/.test(userAgent ?? '');

/** One browser: its device, its last use, and its sign-out button. */
function SessionRow({ session, busy, onEnd }: { session: OpenSession; busy: boolean; onEnd: () => void }) {
  const { userAgent, ipAddress, signInMethod, secondFactor, createdAt, lastSeenAt, isCurrent } = session;
  const device = deviceOf(userAgent);
  const Icon = isHandheld(userAgent) ? Smartphone : Monitor;
  return (
    <li className="flex flex-wrap items-start gap-x-4 gap-y-3 py-4">
      <Icon aria-hidden="true" className="mt-0.5 size-6 shrink-0 stroke-[1.5] text-gold" />
      <div className="grid min-w-0 flex-1 basis-48 gap-1">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <span className="font-semibold">{device}</span>
          {isCurrent ? <Badge variant="success">This device</Badge> : null}
        </p>
        <p className="text-muted-foreground text-sm">
          Last used <RelativeTime iso={lastSeenAt} />
          {ipAddress ? (
            <span className="inline-block max-w-full break-words">&nbsp;from {ipAddress}</span>
          ) : null}
        </p>
        <p className="text-muted-foreground text-sm">
          {sentenceOf({
            kind: 'signed_in',
            detail: { sign_in_method: signInMethod ?? '', second_factor: secondFactor ?? '' },
          })}
          , <RelativeTime iso={createdAt} />
        </p>
      </div>
      {isCurrent ? null : (
        <Button variant="secondary" busy={busy} aria-label={`Sign out ${device}`} onClick={onEnd}>
          Sign out
        </Button>
      )}
    </li>
  );
}
