import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';
import { RelativeTime } from './relative-time.tsx';

/** One field that somebody else changed while it was being edited here. Texts as the form shows them. */
export interface ChangedField {
  name: string;
  label: string;
  before: string;
  theirs: string;
  /** Undefined where the person here did not touch it. */
  mine: string | undefined;
}

export interface StaleSave {
  who: string;
  /** ISO. */
  at: string;
  fields: readonly ChangedField[];
}

/**
 * A save met a newer version: who made it, what it changed, and a choice. Nothing that was typed is lost
 * before it is made.
 */
export function StaleChoice({
  stale,
  busy,
  onKeepMine,
  onTakeTheirs,
  onClose,
}: {
  stale: StaleSave | undefined;
  busy?: boolean;
  onKeepMine: () => void;
  onTakeTheirs: () => void;
  onClose: () => void;
}) {
  if (!stale) return null;
  const isContested = stale.fields.some(({ mine }) => mine !== undefined);
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && !busy && onClose()}
      title={`${stale.who} changed this meanwhile`}
      description={
        <>
          Saved <RelativeTime iso={stale.at} />, after you opened it. Nothing of yours is lost; choose what
          holds.
        </>
      }
      size="lg"
      footer={
        <>
          <Button variant="ghost" onClick={onClose} disabled={busy}>
            Back to the form
          </Button>
          <Button variant="outline" onClick={onTakeTheirs} disabled={busy}>
            Take theirs
          </Button>
          <Button onClick={onKeepMine} busy={busy}>
            {isContested ? 'Keep mine' : 'Save both changes'}
          </Button>
        </>
      }
    >
      {stale.fields.length === 0 ? (
        <p>
          What was changed is no longer different from what you opened. Saving yours changes nothing else.
        </p>
      ) : (
        <ul className="grid gap-4">
          {stale.fields.map(({ name, label, before, theirs, mine }) => (
            <li key={name} className="border-l-4 border-l-warning pl-4">
              <h3 className="font-semibold">{label}</h3>
              <dl className="mt-1 grid grid-cols-[auto_1fr] gap-x-4 gap-y-1">
                <Version term="Before" text={before} />
                <Version term={stale.who} text={theirs} />
                {mine === undefined ? null : <Version term="Yours" text={mine} />}
              </dl>
            </li>
          ))}
        </ul>
      )}
    </Dialog>
  );
}

function Version({ term, text }: { term: string; text: string }) {
  return (
    <>
      <dt className="text-muted-foreground">{term}</dt>
      <dd className="min-w-0 whitespace-pre-line">
        {text || <i className="text-muted-foreground">empty</i>}
      </dd>
    </>
  );
}
