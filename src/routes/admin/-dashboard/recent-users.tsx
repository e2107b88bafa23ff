import { Badge } from '#design/badge.tsx';
import type { ListedUser } from '#domains/users/contract.ts';
import { nameOf, ROLE_LABELS } from '#domains/users/role-labels.ts';

/** The newest users. */
export function RecentUsers({ users }: { users: readonly ListedUser[] }) {
  if (users.length === 0) return <p className="py-6 text-muted-foreground">No users found</p>;
  return (
    <ul>
      {users.map((user) => (
        <li key={user.id} className="flex items-center justify-between gap-4 border-b py-3 last:border-b-0">
          <div className="min-w-0">
            <p className="truncate font-semibold">{nameOf(user) || 'No name given'}</p>
            <p className="truncate text-muted-foreground text-sm">{user.email}</p>
          </div>
          <Badge variant={user.role === 'user' ? 'outline' : 'info'}>{ROLE_LABELS[user.role]}</Badge>
        </li>
      ))}
    </ul>
  );
}
