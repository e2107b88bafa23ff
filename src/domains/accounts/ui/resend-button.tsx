import { useMutation } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { Button } from '#design/button.tsx';
import { toast } from '#design/toast.ts';
import { MESSAGE_WAIT_SECONDS } from '#shared/account-limits.ts';
import { AuthRefusal } from '../sign-in.messages.ts';
import { showNotSent } from './sign-in.operations.ts';
import { savedText, savedValue, saveInTab } from './tab-storage.ts';

const keyOf = (name: string) => `aso-wait-${name}`;

/** ms since the epoch; 0 without a wait. Where storage is refused a wait lasts as long as the page. */
const readWait = (name: string): number => savedValue(savedText(keyOf(name)))?.until ?? 0;
const saveWait = (name: string, until: number): void => saveInTab(keyOf(name), {}, until);

/** Records that a message was sent just now, for a page that is about to count. */
export const noteSent = (name: string) => saveWait(name, Date.now() + MESSAGE_WAIT_SECONDS * 1000);

/** Whether it was sent from this tab in the last minute. */
export const wasJustSent = (name: string): boolean => readWait(name) > 0;

/**
 * Seconds until the message called `name` may be sent again, 0 when it may. The countdown survives a reload.
 * `begin` restarts it, with the server's seconds where it gave them.
 */
function useWait(name: string) {
  const [until, setUntil] = useState(0);
  const [now, setNow] = useState(0);
  useEffect(() => {
    setNow(Date.now());
    setUntil(readWait(name));
  }, [name]);
  const left = Math.max(0, Math.ceil((until - now) / 1000));
  const isWaiting = left > 0;
  useEffect(() => {
    if (!isWaiting) return;
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, [isWaiting]);
  return {
    left,
    begin(seconds = MESSAGE_WAIT_SECONDS) {
      const from = Date.now();
      saveWait(name, from + seconds * 1000);
      setNow(from);
      setUntil(from + seconds * 1000);
    },
  };
}

/**
 * Sends a message again, after a visible wait. `name` is the key of the wait, made of message and recipient:
 * see `noteSent` for a message that was sent just before.
 */
export function ResendButton({
  name,
  send,
  sent,
  children,
}: {
  name: string;
  send: () => Promise<unknown>;
  /** Shown after sending. */
  sent: string;
  /** The button's label, such as 'Send the message again'. */
  children: string;
}) {
  const { left, begin } = useWait(name);
  const isWaiting = left > 0;
  const again = useMutation({
    mutationFn: send,
    onSuccess: () => {
      begin();
      toast.success(sent);
    },
    onError: (error) => {
      if (error instanceof AuthRefusal && error.retryAfter) begin(error.retryAfter);
      showNotSent(error);
    },
  });
  return (
    <span className="inline-flex flex-wrap items-baseline justify-center gap-x-2">
      <Button
        variant="link"
        busy={again.isPending}
        // Not `disabled`: the focus would be lost after a press.
        aria-disabled={isWaiting || undefined}
        onClick={() => {
          if (!isWaiting) again.mutate();
        }}
      >
        {children}
      </Button>
      {isWaiting ? (
        <span aria-hidden="true" className="text-muted-foreground text-sm tabular-nums">
          in {left < 120 ? `${left} s` : `${Math.ceil(left / 60)} min`}
        </span>
      ) : null}
      <Announcement isWaiting={isWaiting} seconds={left} />
    </span>
  );
}

/** Announces the beginning and the end of the wait to screen readers, and none of the seconds between. */
function Announcement({ isWaiting, seconds }: { isWaiting: boolean; seconds: number }) {
  const [text, setText] = useState('');
  // biome-ignore lint/correctness/useExhaustiveDependencies: as many seconds as when it begins
  useEffect(() => {
    if (isWaiting) setText(`It can be sent again in ${seconds} seconds.`);
    else setText((before) => (before ? 'It can be sent again now.' : ''));
  }, [isWaiting]);
  return (
    <span role="status" className="sr-only">
      {text}
    </span>
  );
}
