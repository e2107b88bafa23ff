import { useState } from 'react';
import { Button } from '#design/button.tsx';
import { Checkbox } from '#design/checkbox.tsx';
import { Dialog } from '#design/dialog.tsx';
import { useLeaveGuard } from '#design/leave-guard.tsx';
import { SearchBox } from '#design/search-box.tsx';
import { useOperation } from '#design/use-operation.ts';
import type { Promotion } from '#domains/promotions/contract.ts';
import { useApi } from '#shared/api.tsx';
import { formatCount } from '#shared/plural.ts';
import { assignProblem, changeText, missingIdsOf } from '../../assignment.messages.ts';
import { ASSIGN_LIMIT } from '../../assignment.ts';
import { changeOf, NOTHING_SELECTED, toggled, withAll, withoutMissing } from '../../selection.ts';
import { AssignList } from './assign-products-list.tsx';
import { type AssignmentApi, useAssignProducts } from './assignment.queries.ts';

/** What the last selection of all matches left out. */
const NOTHING_LEFT_OUT = { tooMany: false, others: false };

/**
 * Adds products to a promotion and removes them. The selection survives searches; one save changes only the
 * toggled rows. Failures are shown here, and the dialog stays open.
 */
export function AssignProducts({ promotion, onClose }: { promotion: Promotion; onClose: () => void }) {
  const [search, setSearch] = useState('');
  const [onlyAssigned, setOnlyAssigned] = useState(false);
  const [selection, setSelection] = useState(NOTHING_SELECTED);
  const [problem, setProblem] = useState<string>();
  const [leftOut, setLeftOut] = useState(NOTHING_LEFT_OUT);
  const change = changeOf(selection);
  const count = change.joined + change.left;
  const assignment = useAssignProducts({
    onAssigned: onClose,
    onRefused: (error) => {
      setProblem(assignProblem(error));
      setSelection((now) => withoutMissing(now, missingIdsOf(error)));
    },
  });
  const isBusy = assignment.isPending;
  const { leave, guard } = useLeaveGuard(() => count > 0 && !assignment.isSuccess);
  const close = () => leave(onClose);
  const isTooMuch = count > ASSIGN_LIMIT;
  const assign = () => {
    setProblem(undefined);
    assignment.mutate({
      promotionId: promotion.id,
      join: [...selection.join.keys()],
      leave: [...selection.leave],
    });
  };

  return (
    <>
      <Dialog
        open
        onOpenChange={(open) => !open && !isBusy && close()}
        title="Assign Products to Promotion"
        description={`${promotion.name}, code ${promotion.code}`}
        size="xl"
        footer={
          <>
            <Button variant="outline" onClick={close} disabled={isBusy} className="max-sm:hidden">
              Cancel
            </Button>
            <Button
              busy={isBusy}
              busyLabel="Assigning..."
              disabled={count === 0 || isTooMuch}
              onClick={assign}
            >
              Assign Selected Products
            </Button>
            {/* Above the buttons on a phone, whose order is reversed; before them elsewhere. */}
            <p aria-live="polite" className="self-center sm:order-first sm:mr-auto">
              {changeText(change, 'future')}.
            </p>
          </>
        }
      >
        <div className="grid gap-3">
          <SearchBox
            label="Search by name or category"
            placeholder="Search by name or category..."
            value={search}
            onSearch={(words) => {
              setLeftOut(NOTHING_LEFT_OUT);
              setSearch(words);
            }}
          />
          <Checkbox
            label="Only those in this promotion"
            checked={onlyAssigned}
            onChange={({ target }) => setOnlyAssigned(target.checked)}
          />
          {isTooMuch || leftOut.tooMany ? (
            <p role="status" className="border-l-4 border-l-warning bg-warning-soft px-4 py-2 text-warning">
              One save takes {formatCount(ASSIGN_LIMIT)} changes.{' '}
              {isTooMuch
                ? 'Please deselect some.'
                : 'That many are selected: save them, then select the rest.'}
            </p>
          ) : null}
          {leftOut.others ? (
            <p role="status" className="border-l-4 bg-muted px-4 py-2">
              Products of another promotion are not selected: they stay where they are unless you select them
              one by one.
            </p>
          ) : null}
          {problem ? (
            <p
              role="alert"
              className="border-danger border-l-4 bg-danger-soft px-4 py-2 font-semibold text-danger"
            >
              {problem}
            </p>
          ) : null}
          <AssignList
            promotion={promotion}
            search={search}
            onlyAssigned={onlyAssigned}
            selection={selection}
            action={
              onlyAssigned ? null : (
                <SelectAll
                  promotionId={promotion.id}
                  search={search}
                  onFound={({ ids, capped, others }) => {
                    const all = withAll(selection, ids);
                    setSelection(all.selection);
                    setLeftOut({ tooMany: all.isCut || capped, others });
                  }}
                />
              )
            }
            onToggle={(row) => {
              setLeftOut(NOTHING_LEFT_OUT);
              setSelection((now) => toggled(now, row, promotion.id));
            }}
          />
        </div>
      </Dialog>
      {guard}
    </>
  );
}

/** Selects all matches, loaded or not, except products of another promotion. */
function SelectAll({
  promotionId,
  search,
  onFound,
}: {
  promotionId: string;
  search: string;
  onFound: (found: Awaited<ReturnType<AssignmentApi['catalog']['listFreeIds']>>) => void;
}) {
  const { catalog } = useApi<AssignmentApi>();
  const reading = useOperation({
    mutationFn: () => catalog.listFreeIds({ promotionId, search: search || undefined }),
    messages: {
      failure: { title: 'Failed to fetch products', description: 'Nothing was selected. Please try again.' },
    },
    onSuccess: onFound,
  });
  return (
    <Button variant="outline" size="sm" busy={reading.isPending} onClick={() => reading.mutate(undefined)}>
      {search ? 'Select all that match' : 'Select all'}
    </Button>
  );
}
