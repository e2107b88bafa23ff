import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { Button } from '#design/button.tsx';
import { Textarea } from '#design/textarea.tsx';
import { toast } from '#design/toast.ts';
import { MAX_NOTE } from '../cart.ts';

/** From here on the remaining characters are told. */
const NEARLY_FULL = MAX_NOTE - 80;

/** A note and its limit. */
export function NoteTextarea({
  name,
  value,
  onChange,
  onBlur,
  readOnly,
  autoFocus,
  children,
}: {
  /** What the note is for. */
  name: string;
  value: string;
  onChange: (note: string) => void;
  onBlur?: () => void;
  /** It is being saved: what is typed now would be lost. */
  readOnly?: boolean;
  /** It appeared because she pressed 'Edit': the writing begins in it. */
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
        className="field-sizing-content max-h-60 min-h-17"
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

/** The note of a cart entry: kept when one leaves the field, or with 'Save note'. */
export function NoteField({
  name,
  saved,
  onSave,
}: {
  /** What the note is for. */
  name: string;
  saved: string;
  onSave: (note: string) => void;
}) {
  const [draft, setDraft] = useState(saved);
  const known = useRef(saved);
  // Another tab wrote a note; what is being written here is not thrown away for it.
  useEffect(() => {
    const before = known.current;
    known.current = saved;
    setDraft((now) => (now === before ? saved : now));
  }, [saved]);

  function save() {
    if (draft === saved) return;
    onSave(draft);
    toast.success('Note updated', { id: 'note-updated' });
  }
  return (
    <NoteTextarea name={name} value={draft} onChange={setDraft} onBlur={save}>
      {draft === saved ? null : (
        <Button size="sm" variant="outline" onClick={save}>
          Save note
        </Button>
      )}
    </NoteTextarea>
  );
}
