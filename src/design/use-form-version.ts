import { useState } from 'react';
import type { FieldValues, Path, UseFormReturn } from 'react-hook-form';
import { adopted, isSame } from './form-difference.ts';

/** An edited entity has the version at which it was read. */
export interface Versioned {
  id: string;
  version: number;
  /** Who saved it last and when, where that was read. */
  updatedBy?: string | null | undefined;
  updatedAt?: string | undefined;
}

/** What a form is compared with: the version that a save refers to, and the values before any input. */
interface Base<Entity, Fields> {
  entity: Entity | undefined;
  values: Fields;
  /** The newest version that the form has taken notice of. */
  seen: number;
}

/** The version of its entity that a form edits, and how the form changes to another one without losing input. */
export function useFormVersion<Entity extends Versioned, Fields extends FieldValues, Output>(
  { reset, resetField, setValue, getValues }: UseFormReturn<Fields, unknown, Output>,
  entity: Entity | undefined,
  valuesOf: (entity: Entity | undefined) => Fields,
) {
  const [base, setBase] = useState(() => baseOf(entity));

  function baseOf(current: Entity | undefined): Base<Entity, Fields> {
    return { entity: current, values: valuesOf(current), seen: current?.version ?? 0 };
  }

  const sides = (current: Entity) => ({ before: base.values, theirs: valuesOf(current), mine: getValues() });

  return {
    base,
    /** The values before any input, those of a newer version, and those of the form. */
    sides,
    /** Edits another version, with values that are not saved yet. */
    open(current: Entity, values: Fields): void {
      setBase(baseOf(current));
      reset(valuesOf(current));
      for (const [name, value] of Object.entries(values)) {
        setValue(name as Path<Fields>, value, { shouldDirty: true });
      }
    },
    /** Shows the saved values, but keeps input typed since `sent`. Returns whether there is any. */
    showSaved(saved: Entity, sent: Fields): boolean {
      setBase(baseOf(saved));
      const [theirs, mine] = [valuesOf(saved), getValues()];
      // Values stay for now: the focused field must not change under the cursor.
      reset(theirs, { keepValues: true });
      let hasMore = false;
      for (const [name, value] of Object.entries(theirs)) {
        if (isSame(mine[name], sent[name])) setValue(name as Path<Fields>, value, { shouldDirty: true });
        else hasMore ||= !isSame(mine[name], value);
      }
      return hasMore;
    },
    /** Shows the values of a newer version where nothing was typed. Returns the fields it changed and did not. */
    adopt(current: Entity) {
      const difference = sides(current);
      const { taken, contested, before } = adopted(difference);
      // The other fields are not touched: the cursor stays in the one being edited.
      for (const name of taken as Path<Fields>[]) resetField(name, { defaultValue: difference.theirs[name] });
      // With a contested field a save refers to the version before it, and is refused with the choice.
      setBase({
        entity: contested.length > 0 ? base.entity : current,
        values: before,
        seen: current.version,
      });
      return { taken, contested };
    },
  };
}
