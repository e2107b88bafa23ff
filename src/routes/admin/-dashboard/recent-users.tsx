import { Badge } from '#design/badge.tsx';
import type { ListedUser } from '#domains/users/contract.ts';
import { nameOf, ROLE_LABELS } from '#domains/users/role-labels.ts';

/** The newest users. */
export function RecentUsers({ people }: { people: readonly ListedUser[] }) {
  if (people.length === 0) return <p className="py-6 text-muted-foreground">No users found</p>;
  return (
    <ul>
      {people.map((person) => (
        <li key={person.id} className="flex items-center justify-between gap-4 border-b py-3 last:border-b-0">
          <div className="min-w-0">
            <p className="truncate font-semibold">{nameOf(person) || 'No name given'}</p>
            <p className="truncate text-muted-foreground text-sm">{person.email}</p>
          </div>
          <Badge variant={person.role === 'user' ? 'outline' : 'info'}>{ROLE_LABELS[person.role]}</Badge>
        </li>
      ))}
    </ul>
  );
}
