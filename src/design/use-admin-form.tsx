import '#shared/forms-without-eval.ts';
import { zodResolver } from '@hookform/resolvers/zod';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import {
  type DefaultValues,
  type FieldValues,
  type Path,
  type RegisterOptions,
  useForm,
} from 'react-hook-form';
import type { ZodType } from 'zod';
import { codeOf, dataOf, type Messages } from '#shared/messages.ts';
import type { PresenceKind } from '#shared/presence.ts';
import { randomId } from '#shared/random-id.ts';
import { changedFields, type FieldNames, merged } from './form-difference.ts';
import { useFieldMarks } from './form-marks.tsx';
import { useLeaveGuard } from './leave-guard.tsx';
import { useReportPresence } from './presence.tsx';
import { StaleChoice, type StaleSave } from './stale-choice.tsx';
import { useFormVersion, type Versioned } from './use-form-version.ts';
import { useOperation } from './use-operation.ts';

/** What a dialog needs of its form. */
export type AdminForm = Pick<
  ReturnType<typeof useAdminForm>,
  'kind' | 'entity' | 'isBusy' | 'submit' | 'leave' | 'dialogs' | 'onInput' | 'announcement'
>;

interface Refused<Entity> {
  name: string;
  at: string;
  current: Entity;
  /** CONFLICT: the field whose value is in use. */
  field: string;
  /** BAD_INPUT: the invalid fields. */
  issues: { path: string; message: string }[];
}

interface Sending<Output, Fields> {
  output: Output;
  /** The version to save over; undefined for a new entity. */
  edited: Versioned | undefined;
  /** The values as sent. */
  sent: Fields;
}

interface AdminFormOptions<Entity extends Versioned, Fields extends FieldValues, Output> {
  /** What it edits, for the other staff who have it open. */
  kind: PresenceKind;
  schema: ZodType<Output, Fields>;
  /** For a new entity. */
  newSchema?: ZodType<Output, Fields>;
  /** The edited entity; undefined for a new one. */
  entity?: Entity;
  /** The form's values for an entity; for undefined, the defaults. */
  valuesOf: (entity: Entity | undefined) => Fields;
  names: FieldNames<Fields>;
  messages: { create: Messages<string>; update: Messages<string> };
  /** `id` is the same on every attempt, so that a retry after a lost response creates no second entity. */
  create: (output: Output, id: string) => Promise<Entity>;
  update: (output: Output, edited: Versioned) => Promise<Entity>;
  /** Called after each save, to read again what it changed. */
  reload?: (saved: Entity) => unknown;
  /** Called after a save of all input: the form can be closed. */
  onDone: (saved: Entity) => void;
}

const versionOf = (entity: Versioned | undefined): Versioned | undefined =>
  entity && { id: entity.id, version: entity.version };

/**
 * A form of the back office. It saves with the version it read; a conflict with a newer version opens the
 * choice (`dialogs`, to be rendered beside the form), a refusal is shown at its field, and leaving with
 * unsaved changes asks. Fields that were not edited take the values of a newer `entity`, with a mark. Input typed
 * during a save stays, unsaved: after a create, the form then edits the created entity.
 */
export function useAdminForm<Entity extends Versioned, Fields extends FieldValues, Output>({
  kind,
  schema,
  newSchema = schema,
  entity: edited,
  valuesOf,
  names,
  messages,
  create,
  update,
  reload,
  onDone,
}: AdminFormOptions<Entity, Fields, Output>) {
  const [newId] = useState(randomId);
  // Set if the user kept typing during the create, or if an earlier attempt had created it.
  const [created, setCreated] = useState<Entity>();
  const entity = edited ?? created;
  const [newer, setNewer] = useState<{ stale: StaleSave; current: Entity }>();
  const form = useForm<Fields, unknown, Output>({
    resolver: zodResolver(entity ? schema : newSchema),
    defaultValues: valuesOf(entity) as DefaultValues<Fields>,
  });
  const { formState, setError, getValues, handleSubmit } = form;
  const { base, sides, open, showSaved, adopt } = useFormVersion(form, entity, valuesOf);
  // Read here to subscribe to it.
  const { isDirty } = formState;
  const isDone = useRef(false);
  const { markOf, addMarks, clearMarks, announcement } = useFieldMarks(form, names.labels);
  const onInput = useReportPresence(kind, entity?.id);

  const texts = entity ? messages.update : messages.create;
  const operation = useOperation<Sending<Output, Fields>, Entity, string>({
    mutationFn: ({ output, edited }) => (edited ? update(output, edited) : create(output, newId)),
    messages: {
      ...texts,
      refused: texts.refused === 'shown' ? 'shown' : { ...texts.refused, STALE: 'shown' },
    },
    onSuccess: (saved, { sent }) => {
      setNewer(undefined);
      clearMarks();
      const hasMore = showSaved(saved, sent);
      if (!entity && hasMore) setCreated(saved);
      isDone.current = !hasMore;
      void reload?.(saved);
      if (!hasMore) onDone(saved);
    },
    onError: (error) => {
      const { name, at, current, field, issues } = dataOf<Refused<Entity>>(error);
      if (codeOf(error) === 'STALE' && current) {
        const fields = changedFields(sides(current), names);
        setNewer({ current, stale: { name: name ?? 'Another user', at: at ?? '', fields } });
      }
      if (codeOf(error) === 'CONFLICT' && field) {
        setError(field as Path<Fields>, { message: (error as Error).message }, { shouldFocus: true });
      }
      for (const { path, message } of issues ?? []) {
        if (path in getValues()) setError(path as Path<Fields>, { message }, { shouldFocus: true });
      }
    },
  });

  const { isPending } = operation;
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs for a newer version only, with the values of then.
  useEffect(() => {
    // An older version, from a refetch in progress, is ignored.
    if (!entity || entity.version <= base.seen || isPending) return;
    const { taken, contested } = adopt(entity);
    const by = { name: entity.updatedBy || 'Another user', at: entity.updatedAt ?? new Date().toISOString() };
    addMarks(taken, { ...by, isContested: false });
    addMarks(contested, { ...by, isContested: true });
  }, [entity, base, isPending]);

  const { leave, guard } = useLeaveGuard(() => isDirty && !isDone.current);
  useEffect(() => {
    if (isDirty) isDone.current = false;
  }, [isDirty]);

  const submit = handleSubmit((output) => {
    if (!operation.isPending) operation.mutate({ output, edited: versionOf(base.entity), sent: getValues() });
  });

  /** Edits a newer version. A create that finds one, after an attempt whose response was lost, becomes an edit. */
  const openNewer = (current: Entity, values: Fields) => {
    clearMarks();
    if (!entity) setCreated(current);
    open(current, values);
  };

  const keepMine = () => {
    if (!newer) return;
    const { current } = newer;
    openNewer(current, merged(sides(current)));
    void handleSubmit(
      (output) => operation.mutate({ output, edited: versionOf(current), sent: getValues() }),
      // Invalid values are corrected in the form.
      () => setNewer(undefined),
    )();
  };

  const takeTheirs = () => {
    if (!newer) return;
    const { current } = newer;
    const { before, theirs, mine } = sides(current);
    // The other way round: their value where they changed it, mine, not saved yet, everywhere else.
    openNewer(current, merged({ before, theirs: mine, mine: theirs }));
    setNewer(undefined);
  };

  const dialogs: ReactNode = (
    <>
      <StaleChoice
        stale={newer?.stale}
        busy={operation.isPending}
        onKeepMine={keepMine}
        onTakeTheirs={takeTheirs}
        onClose={() => setNewer(undefined)}
      />
      {guard}
    </>
  );

  const { errors } = formState;
  return {
    ...form,
    /** The edited entity, also if it was created with this form. */
    entity,
    kind,
    errors,
    /** What another user did to a field meanwhile, for those that `field` does not render. */
    mark: (name: keyof Fields & string) => markOf(name),
    announcement,
    /** For `<form onInput>`: others see that this user types. */
    onInput,
    /** The props of a field: `<TextField {...form.field('name')} />`. */
    field: (name: keyof Fields & Path<Fields>, options?: RegisterOptions<Fields>) => ({
      ...form.register(name, options),
      label: names.labels[name] as string,
      error: errors[name]?.message as string | undefined,
      mark: markOf(name),
    }),
    isDirty,
    isBusy: operation.isPending,
    /** For `<form onSubmit>`. */
    submit,
    /** Runs `close` (of the form's dialog), and asks first if input would be lost. */
    leave,
    dialogs,
  };
}
