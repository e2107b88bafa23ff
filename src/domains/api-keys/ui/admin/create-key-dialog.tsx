import { useId, useState } from 'react';
import { Checkbox } from '#design/checkbox.tsx';
import { SelectField, TextField } from '#design/form-fields.tsx';
import { SecretDialog } from '#design/secret-dialog.tsx';
import { SubmitDialog } from '#design/submit-dialog.tsx';
import { useConfirmedIdentity } from '#domains/accounts/ui/reauthentication/reauthentication.tsx';
import { randomId } from '#shared/random-id.ts';
import { SCOPES, type Scope } from '#shared/scopes.ts';
import { KEY_DAYS, MAX_KEY_NAME } from '../../key-limits.ts';
import { SCOPE_LABELS } from '../../messages.ts';
import { useCreateKey } from './api-keys.queries.ts';

const EXPIRY_LABELS: Record<(typeof KEY_DAYS)[number], string> = {
  30: 'After 30 days',
  90: 'After 90 days',
  365: 'After a year',
};

/** Makes a key and shows it, this once. */
export function CreateKeyDialog({ onClose }: { onClose: () => void }) {
  const scopesId = useId();
  // The same on every attempt, so that a retry after a lost response makes no second key.
  const [id] = useState(randomId);
  const [name, setName] = useState('');
  const [scopes, setScopes] = useState<readonly Scope[]>([]);
  const [days, setDays] = useState<(typeof KEY_DAYS)[number] | null>(365);
  const [isRefused, setRefused] = useState(false);
  const { isAsking, confirm } = useConfirmedIdentity('let another program into the shop');
  const create = useCreateKey();
  const isBusy = isAsking || create.isPending;
  const key = create.data?.key;
  const hasName = name.trim() !== '';
  const submit = async () => {
    if (!hasName || scopes.length === 0) return setRefused(true);
    if (isBusy) return;
    if (await confirm()) create.mutate({ id, name: name.trim(), scopes: [...scopes], days });
  };
  if (key) {
    return (
      <SecretDialog
        what="key"
        name={name.trim()}
        value={key}
        description="It is shown this once. Keep it like a password: who has it can do what you allowed."
        onClose={onClose}
      />
    );
  }
  return (
    <SubmitDialog
      title="New API key"
      description="For a program that works with the shop, such as accounting or delivery. What it changes is in the history under the key’s name."
      submitLabel="Make the key"
      busy={isBusy}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextField
        label="Name"
        hint="What the key is for"
        required
        error={isRefused && !hasName ? 'Name is required' : undefined}
        value={name}
        maxLength={MAX_KEY_NAME}
        autoComplete="off"
        onChange={({ target }) => setName(target.value)}
      />
      <fieldset aria-describedby={scopesId}>
        <legend className="font-semibold">What it may do</legend>
        {SCOPES.map((scope) => (
          <Checkbox
            key={scope}
            checked={scopes.includes(scope)}
            onChange={({ target }) =>
              setScopes((now) => (target.checked ? [...now, scope] : now.filter((one) => one !== scope)))
            }
            label={SCOPE_LABELS[scope]}
          />
        ))}
        <p id={scopesId} role="alert" className="text-danger text-sm">
          {isRefused && scopes.length === 0 ? 'Please choose what the key may do' : null}
        </p>
      </fieldset>
      <SelectField
        label="It stops working"
        className="sm:max-w-64"
        value={String(days)}
        onChange={({ target }) => setDays(KEY_DAYS.find((one) => String(one) === target.value) ?? null)}
      >
        {KEY_DAYS.map((one) => (
          <option key={one} value={one}>
            {EXPIRY_LABELS[one]}
          </option>
        ))}
        <option value="null">Never</option>
      </SelectField>
    </SubmitDialog>
  );
}
