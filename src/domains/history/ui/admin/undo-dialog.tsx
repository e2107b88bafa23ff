import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useId } from 'react';
import { Button } from '#design/button.tsx';
import { Dialog } from '#design/dialog.tsx';
import { QueryError } from '#design/query-error.tsx';
import { RelativeTime } from '#design/relative-time.tsx';
import { SkeletonRows } from '#design/skeleton-rows.tsx';
import { plural } from '#shared/plural.ts';
import type { UndoPreview } from '../../contract.ts';
import { historyFailed } from '../../messages.ts';
import { ByLine } from './by-line.tsx';
import { ChangedRows } from './changed-rows.tsx';
import { undoPreviewQuery, useHistoryApi } from './history.queries.ts';

/** Shows what undoing a change set restores and what it leaves, and asks for it. */
export function UndoDialog({
  id,
  isLonger,
  busy,
  onUndo,
  onClose,
}: {
  id: string;
  /** Others changed more of it after the dialog was opened: nothing is undone yet. */
  isLonger: boolean;
  busy: boolean;
  /** `mayLeave`: the number of findings shown. */
  onUndo: (mayLeave: number) => void;
  onClose: () => void;
}) {
  const query = useQuery(undoPreviewQuery(useHistoryApi(), id));
  const { data: preview, error } = query;
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && !busy && onClose()}
      title="Undo this change?"
      description={
        preview ? (
          <>
            <span className="block font-semibold text-foreground [overflow-wrap:anywhere]">
              {preview.set.summary}
            </span>
            <ByLine set={preview.set} />
          </>
        ) : undefined
      }
      size="lg"
      footer={
        <>
          <Button variant="outline" disabled={busy} onClick={onClose}>
            Cancel
          </Button>
          <Button
            busy={busy}
            disabled={!preview || preview.rows === 0}
            onClick={() => preview && onUndo(preview.left)}
          >
            Undo
          </Button>
        </>
      }
    >
      {error ? (
        <QueryError query={query} {...historyFailed} />
      ) : preview ? (
        <div className="grid grid-cols-1 gap-6">
          {isLonger ? (
            <p role="alert" className="border-l-4 border-l-warning bg-warning-soft px-4 py-2 text-warning">
              Others changed more of it just now. Please look again before you undo it.
            </p>
          ) : null}
          <Preview preview={preview} />
        </div>
      ) : (
        <SkeletonRows label="Loading what would be undone" count={3} className="h-14" />
      )}
    </Dialog>
  );
}

const SIDES = ['Now', 'After the undo'] as const;

function Preview({ preview: { items, names, rows, findings, left } }: { preview: UndoPreview }) {
  // Several columns of one image, for example, make the same sentence.
  const sentences = [...new Map(findings.map((finding) => [finding.text, finding])).values()];
  return (
    <>
      {left > 0 ? (
        <Part title="Stays as it is">
          <ul className="grid gap-2">
            {sentences.map(({ text, at }) => (
              <li key={text} className="border-l-2 border-l-warning pl-3 [overflow-wrap:anywhere]">
                {text}
                {at ? (
                  <span className="block text-muted-foreground text-sm">
                    <RelativeTime iso={at} />
                  </span>
                ) : null}
              </li>
            ))}
          </ul>
          <More count={left - findings.length} />
        </Part>
      ) : null}
      <p className="text-muted-foreground">Emails and WhatsApp messages that were sent stay sent.</p>
      {rows > 0 ? (
        <Part title="Put back as before">
          <ChangedRows rows={items} names={names} sides={SIDES} />
          <More count={rows - items.length} />
        </Part>
      ) : (
        <p>Nothing is left to undo.</p>
      )}
    </>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="grid grid-cols-1 gap-3">
      <h3 id={id} className="font-semibold text-lg">
        {title}
      </h3>
      {children}
    </section>
  );
}

const More = ({ count }: { count: number }) =>
  count > 0 ? <p className="text-muted-foreground">And {plural(count, 'more row')}.</p> : null;
