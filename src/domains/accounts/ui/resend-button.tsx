import { useMutation } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { Button } from '#design/button.tsx';
import { toast } from '#design/toast.ts';
import { AuthRefusal } from '../sign-in.messages.ts';
import { showNotSent } from './sign-in.operations.ts';
import { useWait } from './use-resend-wait.ts';

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
    networkMode: 'always',
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
