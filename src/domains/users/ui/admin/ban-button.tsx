import { useState } from 'react';
import { Button } from '#design/button.tsx';
import { Dialog } from '#design/dialog.tsx';
import { TextareaField } from '#design/form-fields.tsx';
import { RowButton } from '#design/row-button.tsx';
import type { ListedUser } from '../../contract.ts';
import { nameOf } from '../../role-labels.ts';
import { useSetBanned } from './users.queries.ts';

/**
 * Bans a user, after a confirmation and with an optional reason, or unbans them. Users cannot ban themselves.
 */
export function BanButton({ user, isOwn }: { user: ListedUser; isOwn: boolean }) {
  const [isConfirming, setConfirming] = useState(false);
  const setBanned = useSetBanned();
  const name = nameOf(user) || user.email;
  if (isOwn) return null;
  if (user.banned) {
    return (
      <RowButton
        busy={setBanned.isPending}
        onClick={() => setBanned.mutate({ id: user.id, name, banned: false, shown: true })}
      >
        Unban
        <span className="sr-only"> {name}</span>
      </RowButton>
    );
  }
  return (
    <>
      <RowButton onClick={() => setConfirming(true)}>
        Ban
        <span className="sr-only"> {name}</span>
      </RowButton>
      <Dialog
        open={isConfirming}
        onOpenChange={setConfirming}
        title={`Ban ${name}?`}
        description={`${user.email} is signed out everywhere at once and cannot sign in until you unban the account. Orders stay as they are.`}
      >
        <BanForm
          busy={setBanned.isPending}
          onCancel={() => setConfirming(false)}
          onBan={(reason) =>
            setBanned.mutate(
              { id: user.id, name, banned: true, shown: false, reason },
              { onSuccess: () => setConfirming(false) },
            )
          }
        />
      </Dialog>
    </>
  );
}

function BanForm({
  busy,
  onCancel,
  onBan,
}: {
  busy: boolean;
  onCancel: () => void;
  onBan: (reason: string | undefined) => void;
}) {
  const [reason, setReason] = useState('');
  return (
    <form
      className="grid gap-5"
      onSubmit={(event) => {
        event.preventDefault();
        if (!busy) onBan(reason.trim() || undefined);
      }}
    >
      <TextareaField
        label="Reason (optional)"
        hint="Stored in the audit log. Only super admins can read it."
        rows={3}
        maxLength={300}
        value={reason}
        onChange={({ target }) => setReason(target.value)}
      />
      <div className="flex flex-col-reverse gap-2 sm:flex-row sm:justify-end">
        <Button variant="outline" onClick={onCancel}>
          Cancel
        </Button>
        <Button type="submit" variant="danger" busy={busy}>
          Ban
        </Button>
      </div>
    </form>
  );
}
