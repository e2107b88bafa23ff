import { ShieldAlert, ShieldCheck } from 'lucide-react';
import { cn } from '#design/cn.ts';
import { RelativeTime } from '#design/relative-time.tsx';
import { adviceOn } from '../../advice.ts';
import type { BackupState } from '../../contract.ts';

/** One line for the owner: the time of the last backup, and of the last verified one. */
export function BackupNote({ state }: { state: BackupState }) {
  const { last, verified } = state;
  const advice = adviceOn(state, new Date());
  const Icon = advice ? ShieldAlert : ShieldCheck;
  return (
    <section aria-label="Backup" className="flex gap-3 border bg-card p-4 text-sm sm:px-6">
      <Icon
        aria-hidden="true"
        className={cn('mt-0.5 size-5 shrink-0', state.failure ? 'text-danger' : 'text-gold')}
      />
      <div className="grid min-w-0 gap-0.5">
        {last ? (
          <p>
            Last backup <RelativeTime iso={last.madeAt} />
            {verified ? (
              <>
                , verified <RelativeTime iso={verified.at} />
              </>
            ) : null}
          </p>
        ) : null}
        {advice ? (
          <p className={cn('break-words', state.failure ? 'text-danger' : 'text-muted-foreground')}>
            {advice}
          </p>
        ) : null}
      </div>
    </section>
  );
}
