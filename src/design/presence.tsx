import { createContext, useContext, useEffect, useRef, useState } from 'react';
import { PRESENCE_EVERY_MS, type PresenceKind, TYPING_MS } from '#shared/presence.ts';
import { randomId } from '#shared/random-id.ts';
import { Badge } from './badge.tsx';
import { cn } from './cn.ts';

/** Another staff member who has the same thing open. */
export interface OtherStaff {
  name: string;
  isTyping: boolean;
}

export interface PresenceAccess {
  othersAt(kind: PresenceKind, id: string): readonly OtherStaff[];
  /** Reports what a tab has open; null when it closes it. Never throws. */
  report(tab: string, at: { kind: PresenceKind; id: string; isTyping: boolean } | null): void;
}

const Context = createContext<PresenceAccess | null>(null);

/** Wraps the screens of which staff see who else has the same thing open. */
export const PresenceProvider = Context.Provider;

/**
 * Reports that this user has something open, while the tab is visible. Put the returned handler on the container of
 * the inputs. A hidden tab sends nothing: its last report expires.
 */
export function useReportPresence(kind: PresenceKind, id: string | undefined): () => void {
  const report = useContext(Context)?.report;
  const onInput = useRef(() => {});
  useEffect(() => {
    if (!report || id === undefined) return;
    const tab = randomId();
    let stopsTyping: ReturnType<typeof setTimeout> | undefined;
    const send = () => {
      if (document.visibilityState === 'visible')
        report(tab, { kind, id, isTyping: stopsTyping !== undefined });
    };
    const leave = () => {
      if (document.visibilityState === 'visible') report(tab, null);
    };
    onInput.current = () => {
      const wasTyping = stopsTyping !== undefined;
      clearTimeout(stopsTyping);
      stopsTyping = setTimeout(() => {
        stopsTyping = undefined;
        send();
      }, TYPING_MS);
      if (!wasTyping) send();
    };
    const restore = ({ persisted }: PageTransitionEvent) => persisted && send();
    send();
    const renewal = setInterval(send, PRESENCE_EVERY_MS);
    document.addEventListener('visibilitychange', send);
    addEventListener('pagehide', leave);
    // From the back/forward cache.
    addEventListener('pageshow', restore);
    return () => {
      leave();
      clearInterval(renewal);
      clearTimeout(stopsTyping);
      onInput.current = () => {};
      document.removeEventListener('visibilitychange', send);
      removeEventListener('pagehide', leave);
      removeEventListener('pageshow', restore);
    };
  }, [report, kind, id]);
  const [handler] = useState(() => () => onInput.current());
  return handler;
}

/**
 * The other staff who have something open: 'Ada is here', 'Ada is typing', 'Ada and 2 others'. `isAnnounced`: screen
 * readers hear who comes and goes, but not that they type.
 */
export function PresenceBadge({
  kind,
  id,
  isAnnounced = false,
  className,
}: {
  kind: PresenceKind;
  id: string;
  isAnnounced?: boolean;
  className?: string;
}) {
  const others = useContext(Context)?.othersAt(kind, id) ?? [];
  const [name, rest] = presenceParts(others);
  return (
    <>
      {isAnnounced ? (
        <span role="status" className="sr-only">
          {presenceText(others.map(({ name }) => ({ name, isTyping: false })))}
        </span>
      ) : null}
      {others.length > 0 ? (
        <Badge
          variant="info"
          aria-hidden={isAnnounced || undefined}
          title={others.map((other) => presenceText([other])).join(', ')}
          className={cn('font-normal max-md:leading-4.5', className)}
        >
          <span
            aria-hidden="true"
            className={cn(
              'size-2 shrink-0 rounded-full bg-current',
              others.some(({ isTyping }) => isTyping) && 'motion-safe:animate-pulse',
            )}
          />
          {/* Of a long text, the name is what is cut. */}
          <span className="flex min-w-0 whitespace-pre">
            <span className="min-w-0 truncate">{name}</span>
            {rest}
          </span>
        </Badge>
      ) : null}
    </>
  );
}

export const presenceText = (others: readonly OtherStaff[]): string => presenceParts(others).join('');

/** The name of one of them, of those who type if there are any, and what follows it. */
function presenceParts(others: readonly OtherStaff[]): [name: string, rest: string] {
  const first = others.find(({ isTyping }) => isTyping) ?? others[0];
  if (!first) return ['', ''];
  const more = others.length - 1;
  if (more > 0) return [first.name, ` and ${more} ${more === 1 ? 'other' : 'others'}`];
  return [first.name, ` is ${first.isTyping ? 'typing' : 'here'}`];
}
