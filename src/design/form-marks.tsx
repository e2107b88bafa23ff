import { useEffect, useState } from 'react';
import type { FieldValues, UseFormReturn } from 'react-hook-form';
import type { ChangedBy } from '#shared/shapes.ts';
import { RelativeTime } from './relative-time.tsx';

/** What another user did to a field of an open form. */
interface FieldMark extends ChangedBy {
  /** Both changed it: the form asks when it is saved. */
  isContested: boolean;
}

/** The marks of a form by field. A mark goes when its field is edited. */
export function useFieldMarks<Fields extends FieldValues, Output>(
  form: UseFormReturn<Fields, unknown, Output>,
  labels: Partial<Record<string, string>>,
) {
  const [marks, setMarks] = useState<Readonly<Partial<Record<string, FieldMark>>>>({});
  const { watch } = form;
  useEffect(() => {
    const { unsubscribe } = watch((_, { name = '', type }) => {
      if (type !== 'change') return;
      setMarks((known) => {
        const { [name]: gone, ...rest } = known;
        return gone && !gone.isContested ? rest : known;
      });
    });
    return unsubscribe;
  }, [watch]);
  const fields = Object.keys(marks).flatMap((name) => labels[name] ?? []);
  const [by] = Object.values(marks);
  return {
    /** The mark of a field, to be shown beside its label. */
    markOf(name: string) {
      const mark = marks[name];
      return mark ? <FieldMarkText mark={mark} /> : null;
    },
    addMarks: (names: readonly string[], mark: FieldMark) =>
      setMarks((known) => ({ ...known, ...Object.fromEntries(names.map((name) => [name, mark])) })),
    clearMarks: () => setMarks({}),
    /** For screen readers; it does not change while time passes. */
    announcement: by ? `${by.name} changed: ${fields.join(', ')}` : '',
  };
}

/** 'Changed by Ada just now'. */
function FieldMarkText({ mark }: { mark: FieldMark }) {
  return (
    <span className="rounded-sm bg-info-soft px-1.5 text-info text-sm [overflow-wrap:anywhere]">
      {mark.isContested ? (
        `${mark.name} changed this too. You choose when you save.`
      ) : (
        <>
          Changed by {mark.name} <RelativeTime iso={mark.at} />
        </>
      )}
    </span>
  );
}
