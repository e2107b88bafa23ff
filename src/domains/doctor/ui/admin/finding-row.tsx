import type { LinkProps } from '@tanstack/react-router';
import { CircleAlert, CircleCheck, RotateCw, TriangleAlert } from 'lucide-react';
import { cn } from '#design/cn.ts';
import { CopyButton } from '#design/copy-button.tsx';
import { IconButton } from '#design/icon-button.tsx';
import { LinkButton } from '#design/link-button.tsx';
import { RelativeTime } from '#design/relative-time.tsx';
import type { ListedFinding } from '../../contract.ts';
import { STATE_LABELS } from '../../finding-states.ts';

const LOOKS = {
  problem: { Icon: CircleAlert, className: 'text-danger' },
  warning: { Icon: TriangleAlert, className: 'text-warning' },
  ok: { Icon: CircleCheck, className: 'text-success' },
} as const;

export function StateIcon({ state }: { state: ListedFinding['state'] }) {
  const { Icon, className } = LOOKS[state];
  return <Icon aria-hidden="true" className={cn('mt-0.5 size-5 shrink-0', className)} />;
}

/** One line of the doctor: what was found, since when, and one action. */
export function FindingRow({
  finding: { what, found, state, fix, action, since },
  onCheckAgain,
  isChecking,
}: {
  finding: ListedFinding;
  onCheckAgain: () => void;
  isChecking: boolean;
}) {
  return (
    <li className="grid grid-cols-[auto_minmax(0,1fr)_auto] items-start gap-x-3 gap-y-2 border-b py-3">
      <StateIcon state={state} />
      <div className="grid min-w-0 gap-0.5">
        <h3 className="font-semibold leading-snug">{what}</h3>
        <p className="wrap-anywhere">{sentenceOf(found)}</p>
        {fix ? <p className="wrap-anywhere text-muted-foreground text-sm">{sentenceOf(fix)}</p> : null}
        {since ? (
          <p className="text-muted-foreground text-sm">
            {STATE_LABELS[state]} since <RelativeTime iso={since} />
          </p>
        ) : null}
      </div>
      {action === null ? (
        <IconButton
          label={`Check again: ${what}`}
          title="Check again"
          busy={isChecking}
          onClick={onCheckAgain}
          className="-my-2"
        >
          <RotateCw />
        </IconButton>
      ) : (
        <div className="max-sm:col-span-2 max-sm:col-start-2">
          <Action action={action} />
        </div>
      )}
    </li>
  );
}

function Action({ action }: { action: NonNullable<ListedFinding['action']> }) {
  if ('to' in action) {
    return (
      <LinkButton
        to={action.to as LinkProps['to']}
        variant="outline"
        size="sm"
        className="wrap-anywhere min-h-11"
      >
        {action.label}
      </LinkButton>
    );
  }
  return (
    <div className="grid justify-items-start gap-2 sm:justify-items-end">
      <code className="wrap-anywhere bg-muted px-2 py-1 text-sm">{action.copy}</code>
      <CopyButton text={action.copy} label={action.label} />
    </div>
  );
}

/** Findings are also lines of a terminal, which begin with a small letter. */
const sentenceOf = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
