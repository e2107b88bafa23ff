import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { Button } from '#design/button.tsx';
import { Textarea } from '#design/textarea.tsx';
import { toast } from '#design/toast.ts';
import { MAX_NOTE } from '#shared/order-limits.ts';

/** From this length, the number of remaining characters is shown. */
const NEARLY_FULL = MAX_NOTE - 80;

/** Delay between the last key and storing the note, ms. */
const DEBOUNCE_MS = 500;

/** A text area for a note, with its limit. */
export function NoteTextarea({
  name,
  value,
  onChange,
  onBlur,
  readOnly,
  autoFocus,
  children,
}: {
  /** What the note is for, as the field's label. */
  name: string;
  value: string;
  onChange: (note: string) => void;
  onBlur?: () => void;
  /** True while saving: text typed now would be lost. */
  readOnly?: boolean;
  /** True if it appeared because 'Edit' was pressed, so that typing starts in it. */
  autoFocus?: boolean;
  /** Buttons below it. */
  children?: ReactNode;
}) {
  const id = useId();
  const left = MAX_NOTE - value.length;
  return (
    <div className="grid gap-1.5">
      <label htmlFor={id} className="text-muted-foreground text-sm">
        Note<span className="sr-only"> for {name}</span>
      </label>
      <Textarea
        id={id}
        rows={2}
        maxLength={MAX_NOTE}
        value={value}
        placeholder="Size, colour, the day you need it…"
        aria-describedby={`${id}-left`}
        onChange={(event) => onChange(event.currentTarget.value)}
        onBlur={onBlur}
        readOnly={readOnly}
        autoFocus={autoFocus}
        className="max-h-60"
      />
      <div className="flex min-h-5 flex-wrap items-center gap-2">
        {children}
        <p
          id={`${id}-left`}
          aria-live="polite"
          className="ml-auto text-muted-foreground text-xs tabular-nums"
        >
          {value.length >= NEARLY_FULL ? `${left} characters left` : ''}
        </p>
      </div>
    </div>
  );
}

/**
 * The note of a cart entry. It is stored while it is typed and when the page is hidden; the confirmation
 * appears when the field loses focus or 'Save note' is pressed.
 */
export function NoteField({
  name,
  saved,
  onSave,
}: {
  /** What the note is for, as the field's label. */
  name: string;
  saved: string;
  onSave: (note: string) => void;
}) {
  const [draft, setDraft] = useState(saved);
  /** The last note confirmed as stored. */
  const [confirmed, setConfirmed] = useState(saved);
  const known = useRef(saved);
  // A note written in another tab does not replace what is being typed here.
  useEffect(() => {
    const before = known.current;
    known.current = saved;
    if (before === saved) return;
    setDraft((now) => (now === before ? saved : now));
    setConfirmed((now) => (now === before ? saved : now));
  }, [saved]);

  function store() {
    if (draft === known.current) return;
    known.current = draft;
    onSave(draft);
  }
  const latest = useRef(store);
  latest.current = store;
  useEffect(() => {
    if (draft === known.current) return;
    const timer = setTimeout(() => latest.current(), DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [draft]);
  useEffect(() => {
    const now = () => latest.current();
    addEventListener('pagehide', now);
    return () => {
      removeEventListener('pagehide', now);
      now();
    };
  }, []);

  function confirm() {
    store();
    if (draft === confirmed) return;
    setConfirmed(draft);
    toast.success('Note updated', { id: 'note-updated' });
  }
  return (
    <NoteTextarea name={name} value={draft} onChange={setDraft} onBlur={confirm}>
      {draft === confirmed ? null : (
        <Button size="sm" variant="outline" onClick={confirm}>
          Save note
        </Button>
      )}
    </NoteTextarea>
  );
}
