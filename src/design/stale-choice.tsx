import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';
import { RelativeTime } from './relative-time.tsx';

/** A field that another user changed while it was being edited here, as displayed in the form. */
export interface ChangedField {
  name: string;
  label: string;
  before: string;
  theirs: string;
  /** Undefined if it was not edited here. */
  mine: string | undefined;
}

export interface StaleSave {
  name: string;
  /** ISO instant. */
  at: string;
  fields: readonly ChangedField[];
}

/**
 * Shown if a save conflicts with a newer version: its author, its changes, and a choice. No input is lost
 * before the choice.
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
      title={`${stale.name} changed this`}
      description={
        <>
          Saved <RelativeTime iso={stale.at} />, after you opened it. Nothing you typed is lost; choose which
          version to keep.
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
              <dl className="mt-1 grid grid-cols-[fit-content(40%)_1fr] gap-x-4 gap-y-1">
                <Version term="Before" text={before} />
                <Version term={stale.name} text={theirs} />
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
