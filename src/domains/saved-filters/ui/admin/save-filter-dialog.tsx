import { useState } from 'react';
import { Checkbox } from '#design/checkbox.tsx';
import { TextField } from '#design/form-fields.tsx';
import { SubmitDialog } from '#design/submit-dialog.tsx';
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
  // The same on every attempt, so that a retry after a lost response saves no second one.
  const [id] = useState(randomId);
  const [name, setName] = useState('');
  const [shared, setShared] = useState(false);
  const [isRefused, setRefused] = useState(false);
  const save = useSaveFilter(onClose);
  const submit = () => {
    if (name.trim() === '') return setRefused(true);
    if (!save.isPending) save.mutate({ id, list, name: name.trim(), search, shared });
  };
  return (
    <SubmitDialog
      title="Save this filter"
      submitLabel="Save"
      busy={save.isPending}
      className="grid gap-3"
      onSubmit={submit}
      onClose={onClose}
    >
      <TextField
        label="Name"
        required
        error={isRefused && name.trim() === '' ? 'Name is required' : undefined}
        value={name}
        maxLength={MAX_FILTER_NAME}
        autoComplete="off"
        onChange={({ target }) => setName(target.value)}
      />
      <Checkbox
        checked={shared}
        onChange={({ target }) => setShared(target.checked)}
        label="For all staff, not only for me"
      />
    </SubmitDialog>
  );
}
