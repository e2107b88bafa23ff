import { Monitor, Smartphone } from 'lucide-react';
import { Badge } from '#design/badge.tsx';
import { Button } from '#design/button.tsx';
import { RelativeTime } from '#design/relative-time.tsx';
import { sentenceOf } from '../../activity.ts';
import { deviceOf } from '../../device.ts';
import type { OpenSession } from '../../security.contract.ts';

const isHandheld = (userAgent: string | null) => /Android|iPhone|iPad|Mobile/.test(userAgent ?? '');

/** One browser: its device, its last use, and its sign-out button. */
export function SessionRow({
  session,
  busy,
  onEnd,
}: {
  session: OpenSession;
  busy: boolean;
  onEnd: () => void;
}) {
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
