import { useEffect, useRef, useState } from 'react';
import { ConfirmDialog } from '#design/confirm-dialog.tsx';
import { Select } from '#design/select.tsx';
import { ROLES, type Role } from '#shared/caller.ts';
import type { ListedUser } from '../../contract.ts';
import { nameOf, ROLE_LABELS } from '../../role-labels.ts';
import { useSetRole } from './users.queries.ts';

/** A select for a user's role; one's own is read-only. The role super admin requires a confirmation. */
export function RoleSelect({ user, isOwn }: { user: ListedUser; isOwn: boolean }) {
  const setRole = useSetRole();
  const [isConfirming, setConfirming] = useState(false);
  const select = useRef<HTMLSelectElement>(null);
  const name = nameOf(user) || user.email;
  const busy = setRole.isPending;
  useReturnOfFocus(select, busy);
  const save = (role: Role) => setRole.mutate({ id: user.id, role, shown: user.role });

  return (
    <>
      <Select
        ref={select}
        aria-label={`Role of ${name}`}
        title={isOwn ? 'You cannot change your own role' : undefined}
        disabled={isOwn || busy}
        value={busy ? 'updating' : user.role}
        onChange={({ target }) => {
          const role = target.value as Role;
          if (role === 'super_admin') setConfirming(true);
          else save(role);
        }}
        className="w-42 text-left font-normal"
      >
        {busy ? <option value="updating">Updating...</option> : null}
        {ROLES.map((role) => (
          <option key={role} value={role}>
            {ROLE_LABELS[role]}
          </option>
        ))}
      </Select>
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

/** Restores the focus to a control that was disabled while it worked. */
function useReturnOfFocus(control: React.RefObject<HTMLElement | null>, busy: boolean) {
  const wasBusy = useRef(false);
  useEffect(() => {
    if (wasBusy.current && !busy && document.activeElement === document.body) {
      control.current?.focus({ preventScroll: true });
    }
    wasBusy.current = busy;
  }, [busy, control]);
}
