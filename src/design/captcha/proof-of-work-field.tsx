import { ShieldCheck } from 'lucide-react';
import { useEffect, useSyncExternalStore } from 'react';
import { Button } from '../button.tsx';
import { Spinner } from '../spinner.tsx';
import type { CaptchaKind } from './captcha-field.tsx';
import { beginWork, giveWork, subscribeToWork, workState } from './proof-of-work.ts';

/** Delay after a request used the answer, to see whether another one is needed. */
const AGAIN_MS = 3_000;

/** Solves the server's challenge while the user types. */
function WorkCheck() {
  const state = useSyncExternalStore(subscribeToWork, workState);
  useEffect(() => {
    if (state === 'none') void beginWork();
    if (state !== 'used') return;
    const timer = setTimeout(() => void beginWork(), AGAIN_MS);
    return () => clearTimeout(timer);
  }, [state]);

  if (state === 'failed') {
    return (
      <p role="alert" className="flex min-h-11 flex-wrap items-center gap-x-3 text-danger text-sm">
        The check that you are not a robot could not be done. Please look at your connection.
        <Button variant="link" onClick={beginWork}>
          Try again
        </Button>
      </p>
    );
  }
  const isDone = state === 'done' || state === 'used';
  return (
    <p data-captcha={state} className="flex min-h-11 items-center gap-2 text-muted-foreground text-sm">
      {isDone ? (
        <ShieldCheck aria-hidden="true" className="size-5 shrink-0 text-success" />
      ) : (
        <Spinner className="text-base" />
      )}
      {isDone ? 'Checked: you are not a robot' : 'Checking that you are not a robot…'}
    </p>
  );
}

export const work: CaptchaKind = { Check: WorkCheck, give: giveWork };
