import { useState } from 'react';
import { ActionSelect } from '#design/action-select.tsx';
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
  const save = (role: Role) => setRole.mutate({ id: user.id, role, shown: user.role });

  return (
    <>
      <ActionSelect
        aria-label={`Role of ${name}`}
        title={isOwn ? 'You cannot change your own role' : undefined}
        disabled={isOwn}
        busy={setRole.isPending}
        value={user.role}
        onChoose={(role) => {
          if (role === 'super_admin') setConfirming(true);
          else save(role as Role);
        }}
        className="w-42 text-left font-normal"
      >
        {ROLES.map((role) => (
          <option key={role} value={role}>
            {ROLE_LABELS[role]}
          </option>
        ))}
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
