import { type ReactNode, useState } from 'react';
import type { Selected } from '#shared/selection.ts';
import { Button } from './button.tsx';
import { ConfirmDialog } from './confirm-dialog.tsx';
import { ProgressBar } from './progress-bar.tsx';
import { SelectionBar } from './selection.tsx';
import type { Selection } from './use-selection.ts';

/** The rows whose change takes long enough for a progress bar. */
const MANY = 500;

/** A button of the bar. It asks first where `confirm` is given, or for any action on more than one page of rows. */
export interface SelectionAction {
  label: string;
  icon?: ReactNode;
  tone?: 'danger';
  confirm?: ReactNode;
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
  busy,
  children,
}: {
  selection: Selection;
  names: readonly [one: string, many: string];
  actions: readonly SelectionAction[];
  busy: boolean;
  /** Other controls before the buttons. */
  children?: ReactNode;
}) {
  const [asked, setAsked] = useState<SelectionAction>();
  const { count } = selection;
  return (
    <SelectionBar selection={selection} names={names}>
      {busy && count > MANY ? (
        <ProgressBar
          value={undefined}
          label={`Changing ${count.toLocaleString('en')} ${names[1]}`}
          className="w-full"
        />
      ) : null}
      {children}
      {actions.map((action) => (
        <Button
          key={action.label}
          variant="outline"
          size="sm"
          className="min-h-11"
          busy={busy}
          onClick={() => (action.confirm ? setAsked(action) : action.run())}
        >
          {action.icon}
          {action.label}
        </Button>
      ))}
      <ConfirmDialog
        open={asked !== undefined}
        onOpenChange={(open) => !open && setAsked(undefined)}
        title={`${asked?.label}: ${count.toLocaleString('en')} ${count === 1 ? names[0] : names[1]}?`}
        description={asked?.confirm}
        confirmLabel={asked?.label ?? ''}
        tone={asked?.tone ?? 'primary'}
        onConfirm={() => {
          asked?.run();
          setAsked(undefined);
        }}
      />
    </SelectionBar>
  );
}
