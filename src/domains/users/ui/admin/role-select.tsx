import { useState } from 'react';
import { ActionSelect } from '#design/action-select.tsx';
import { cn } from '#design/cn.ts';
import { ConfirmDialog } from '#design/confirm-dialog.tsx';
import { ROLES, type Role } from '#shared/caller.ts';
import type { ListedUser } from '../../contract.ts';
import { nameOf, ROLE_LABELS } from '../../role-labels.ts';
import { useSetRole } from './users.queries.ts';

/** A select for a user's role; one's own is read-only. The role super admin requires a confirmation. */
export function RoleSelect({ user, isOwn }: { user: ListedUser; isOwn: boolean }) {
  const setRole = useSetRole();
  const [isConfirming, setConfirming] = useState(false);
  const name = nameOf(user) || user.email;
  const busy = setRole.isPending;
  const save = (role: Role) => setRole.mutate({ id: user.id, role, shown: user.role });

  return (
    <>
      <ActionSelect
        aria-label={`Role of ${name}`}
        title={isOwn ? 'You cannot change your own role' : undefined}
        disabled={isOwn}
        // Not `disabled`, which would lose the focus.
        aria-disabled={busy}
        value={busy ? 'updating' : user.role}
        onChoose={(role) => {
          if (role === 'super_admin') setConfirming(true);
          else save(role as Role);
        }}
        className={cn(
          'w-42 text-left font-normal',
          busy && '[&_select]:cursor-not-allowed [&_select]:opacity-60',
        )}
      >
        {busy ? (
          <option value="updating">Updating...</option>
        ) : (
          ROLES.map((role) => (
            <option key={role} value={role}>
              {ROLE_LABELS[role]}
            </option>
          ))
        )}
      </ActionSelect>
      <ConfirmDialog
        open={isConfirming}
        onOpenChange={setConfirming}
        title={`Make ${name} a super admin?`}
        description={`${user.email} will be able to do everything in this shop: see all users and change roles, yours included.`}
        confirmLabel="Make super admin"
        tone="primary"
        onConfirm={() => {
          setConfirming(false);
          save('super_admin');
        }}
      />
    </>
  );
}
