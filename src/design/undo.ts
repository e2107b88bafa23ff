import { createContext, useContext } from 'react';
import { changeSetsOf } from '#shared/change-sets.ts';

/** Undoes change sets, given oldest first. False if not all were undone, once the user was told why or is asked. */
export type Undo = (changeSets: readonly string[]) => Promise<boolean>;

const Context = createContext<Undo | null>(null);

/** Wraps the screens whose changes are recorded in the history. */
export const UndoProvider = Context.Provider;

/** Null where changes are not recorded. */
export const useUndo = () => useContext(Context);

/** The action of the toast of a success: undoes what the operations with these outputs changed, if they did. */
export function useUndoAction() {
  const undo = useUndo();
  return (...outputs: readonly unknown[]) => {
    const changeSets = outputs.flatMap(changeSetsOf);
    return undo && changeSets.length > 0
      ? { action: { label: 'Undo', onClick: () => void undo(changeSets) } }
      : undefined;
  };
}
