import { type ReactNode, useState } from 'react';
import { formatCount } from '#shared/plural.ts';
import type { Selected } from '#shared/selection.ts';
import { Button } from './button.tsx';
import { ChangeProgress } from './change-progress.tsx';
import { ConfirmDialog } from './confirm-dialog.tsx';
import { SelectionBar } from './selection.tsx';
import type { Selection } from './use-selection.ts';

/** What is done with the selected rows. It asks first where `confirm` is given. */
export interface SelectionAction {
  label: string;
  icon?: ReactNode;
  tone?: 'danger';
  /** Its label says why. */
  disabled?: boolean;
  confirm?: ReactNode;
  /** The label in the question; `label` if missing. */
  confirmLabel?: string;
  run: () => void;
}

/** What an operation on a selection is sent: ids, or the filter of the list and what is left out of it. */
export const selectionInput = <Filter extends object>(selected: Selected, filter: Filter) =>
  'ids' in selected ? { ids: [...selected.ids] } : { filter, except: [...selected.except] };

/** The bar of a selection with its actions, its question and, for many rows, its progress. */
export function SelectionActions({
  selection,
  names,
  actions,
  running,
  children,
}: {
  selection: Selection;
  names: readonly [one: string, many: string];
  actions: readonly SelectionAction[];
  /** The key of the running change, with which its progress is read. */
  running: string | undefined;
  /** Other controls before the buttons; `perform` runs an action, after its question if it has one. */
  children?: (perform: (action: SelectionAction) => void) => ReactNode;
}) {
  const [asked, setAsked] = useState<SelectionAction>();
  const [started, setStarted] = useState<string>();
  const { count } = selection;
  const start = (action: SelectionAction) => {
    setStarted(action.label);
    action.run();
  };
  const perform = (action: SelectionAction) => (action.confirm ? setAsked(action) : start(action));
  const askedLabel = asked?.confirmLabel ?? asked?.label ?? '';
  const isRunning = running !== undefined;
  return (
    <SelectionBar
      selection={selection}
      names={names}
      progress={<ChangeProgress running={running} count={count} names={names} />}
    >
      {children?.(perform)}
      {actions.map((action) => (
        <Button
          key={action.label}
          variant="outline"
          size="sm"
          className="min-h-11"
          busy={isRunning && started === action.label}
          disabled={action.disabled || (isRunning && started !== action.label)}
          onClick={() => perform(action)}
        >
          {action.icon}
          {action.label}
        </Button>
      ))}
      <ConfirmDialog
        open={asked !== undefined}
        onOpenChange={(open) => !open && setAsked(undefined)}
        title={`${askedLabel}: ${formatCount(count)} ${count === 1 ? names[0] : names[1]}?`}
        description={asked?.confirm}
        confirmLabel={askedLabel}
        tone={asked?.tone ?? 'primary'}
        onConfirm={() => {
          if (asked) start(asked);
          setAsked(undefined);
        }}
      />
    </SelectionBar>
  );
}
