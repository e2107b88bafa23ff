import { useEffect, useId, useState, useSyncExternalStore } from 'react';
import { Button } from '#design/button.tsx';
import { ProgressBar } from '#design/progress-bar.tsx';
import { addNotice, type PendingProof, proofState, subscribeToProof } from './proof-of-work.ts';

/** Above a form's button: shows that the browser is solving a proof of work. Empty otherwise. */
export function ProofNotice() {
  const id = useId();
  useEffect(() => addNotice(id), [id]);
  const { pending, notices } = useSyncExternalStore(subscribeToProof, proofState, proofState);
  const proof = notices.at(-1) === id ? pending : null;
  return (
    <>
      {/* Present before its text, so that a screen reader announces it. */}
      <p role="status" className="sr-only">
        {proof ? 'Extra check. There were many attempts, so this takes some seconds, a minute at most.' : ''}
      </p>
      {proof ? <Pending proof={proof} /> : null}
    </>
  );
}

function Pending({ proof }: { proof: PendingProof }) {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, []);
  const seconds = Math.max(0, Math.round((now - proof.since) / 1000));
  return (
    <div className="grid gap-3 border-gold border-l-4 bg-muted p-4">
      <div className="grid gap-1" aria-hidden="true">
        <p className="font-semibold">Extra check</p>
        <p className="text-sm">
          There were many attempts. Your browser is solving a small puzzle, which takes some seconds, a minute
          at most. Then it goes on by itself.
        </p>
      </div>
      <ProgressBar value={undefined} label="Extra check" />
      <div className="flex items-center justify-between gap-4">
        <span aria-hidden="true" className="text-muted-foreground text-sm tabular-nums">
          {seconds} s
        </span>
        <Button
          variant="outline"
          size="sm"
          onClick={(event) => {
            // This button disappears: the focus stays in the form, where Enter tries again.
            [...(event.currentTarget.form?.querySelectorAll('input') ?? [])].at(-1)?.focus();
            proof.cancel();
          }}
        >
          Cancel check
        </Button>
      </div>
    </div>
  );
}
