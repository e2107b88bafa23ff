import { createContext, useContext } from 'react';
import { changeSetsOf } from '#shared/change-sets.ts';

/** Undoes the change sets of an operation, oldest first. */
export type Undo = (changeSets: readonly string[]) => void;

const Context = createContext<Undo | null>(null);

/** Wraps the screens whose changes are recorded in the history. */
export const UndoProvider = Context.Provider;

/** The action of the toast of a success: undoes what the operations with these outputs changed, if they did. */
export function useUndoAction() {
  const undo = useContext(Context);
  return (...outputs: readonly unknown[]) => {
    const changeSets = outputs.flatMap(changeSetsOf);
    return undo && changeSets.length > 0
      ? { action: { label: 'Undo', onClick: () => undo(changeSets) } }
      : undefined;
  };
}
