import { Pencil, Plus, Trash2 } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { PresenceKind } from '#shared/presence.ts';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';
import { IconButton } from './icon-button.tsx';
import { PresenceBadge } from './presence.tsx';

/** A dialog with a short list whose entries can be added, edited and deleted, each in the dialog of `form`. */
export function EditableListDialog<Entry extends { id: string }>({
  kind,
  title,
  description,
  addLabel,
  entries,
  failure,
  nameOf,
  detailOf,
  form,
  busyId,
  onDelete,
  onClose,
}: {
  /** What the form of an entry reports: who else has it open is shown in the list. */
  kind: PresenceKind;
  title: string;
  description: string;
  addLabel: string;
  /** Undefined until they are loaded. */
  entries: readonly Entry[] | undefined;
  /** Shown above the list if it could not be loaded. */
  failure?: ReactNode;
  /** Also names the entry's buttons. */
  nameOf: (entry: Entry) => string;
  /** A line below the name. */
  detailOf?: (entry: Entry) => string;
  /** The dialog for an entry; for a new one, undefined. */
  form: (entry: Entry | undefined, close: () => void) => ReactNode;
  /** The entry that is being deleted: one at a time. */
  busyId: string | undefined;
  onDelete: (id: string) => void;
  onClose: () => void;
}) {
  const [opened, setOpened] = useState<Entry | 'new'>();
  const edited =
    opened && opened !== 'new' ? (entries?.find(({ id }) => id === opened.id) ?? opened) : undefined;
  return (
    <>
      <Dialog
        open
        onOpenChange={(open) => !open && onClose()}
        title={title}
        description={description}
        size="lg"
        footer={
          <Button onClick={() => setOpened('new')}>
            <Plus aria-hidden="true" />
            {addLabel}
          </Button>
        }
      >
        {failure}
        {entries?.length === 0 ? <p className="text-muted-foreground">There are none yet.</p> : null}
        <ul>
          {entries?.map((entry) => {
            const name = nameOf(entry);
            return (
              <li
                key={entry.id}
                aria-busy={entry.id === busyId || undefined}
                className="flex items-center justify-between gap-3 border-b py-1 last:border-0"
              >
                <p className="wrap-anywhere min-w-0">
                  {detailOf ? (
                    <>
                      <span className="block font-semibold">{name}</span>
                      <span className="block text-muted-foreground text-sm">{detailOf(entry)}</span>
                    </>
                  ) : (
                    name
                  )}{' '}
                  <PresenceBadge kind={kind} id={entry.id} />
                </p>
                <span className="flex shrink-0">
                  <IconButton label={`Edit ${name}`} title="Edit" onClick={() => setOpened(entry)}>
                    <Pencil aria-hidden="true" />
                  </IconButton>
                  <IconButton
                    label={`Delete ${name}`}
                    title="Delete"
                    busy={entry.id === busyId}
                    onClick={() => busyId ?? onDelete(entry.id)}
                    className="text-danger"
                  >
                    <Trash2 aria-hidden="true" />
                  </IconButton>
                </span>
              </li>
            );
          })}
        </ul>
      </Dialog>
      {opened ? form(edited, () => setOpened(undefined)) : null}
    </>
  );
}
