import { type SubmitEvent, useId, useState } from 'react';
import { Button } from '#design/button.tsx';
import { Checkbox } from '#design/checkbox.tsx';
import { Dialog } from '#design/dialog.tsx';
import { Field } from '#design/field.tsx';
import { Input } from '#design/input.tsx';
import { randomId } from '#shared/random-id.ts';
import type { SavedFilter } from '../../contract.ts';
import { MAX_FILTER_NAME } from '../../filter-limits.ts';
import { useSaveFilter } from './saved-filters.queries.ts';

/** Asks for the name of a filter and for whom it is. */
export function SaveFilterDialog({
  list,
  search,
  onClose,
}: Pick<SavedFilter, 'list' | 'search'> & { onClose: () => void }) {
  const formId = useId();
  // The same on every attempt, so that a retry after a lost response saves no second one.
  const [id] = useState(randomId);
  const [name, setName] = useState('');
  const [shared, setShared] = useState(false);
  const [isRefused, setRefused] = useState(false);
  const save = useSaveFilter(onClose);
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (name.trim() === '') return setRefused(true);
    if (!save.isPending) save.mutate({ id, list, name: name.trim(), search, shared });
  };
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && !save.isPending && onClose()}
      title="Save this filter"
      footer={
        <>
          <Button variant="outline" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" form={formId} busy={save.isPending}>
            Save
          </Button>
        </>
      }
    >
      <form id={formId} noValidate aria-label="Save this filter" onSubmit={submit} className="grid gap-3">
        <Field label="Name" required error={isRefused && name.trim() === '' ? 'Name is required' : undefined}>
          {(control) => (
            <Input
              {...control}
              value={name}
              maxLength={MAX_FILTER_NAME}
              autoComplete="off"
              onChange={({ target }) => setName(target.value)}
            />
          )}
        </Field>
        <Checkbox
          checked={shared}
          onChange={({ target }) => setShared(target.checked)}
          label="For all staff, not only for me"
        />
      </form>
    </Dialog>
  );
}
