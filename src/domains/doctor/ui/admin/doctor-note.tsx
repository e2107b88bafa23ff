import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useApi } from '#shared/api.tsx';
import { byState, summaryOf } from '../../finding-states.ts';
import { type DoctorApi, doctorQuery } from './doctor.queries.ts';
import { StateIcon } from './finding-row.tsx';

/** Lines shown on the dashboard. */
const SHOWN = 4;
const STALE_MS = 60_000;

/** What needs action or is worth a look, in a few lines, with a link to all of it. */
export function DoctorNote() {
  const { data } = useQuery(doctorQuery(useApi<DoctorApi>(), STALE_MS));
  if (!data) return null;
  const open = byState(data.findings).flatMap(({ state, findings }) => (state === 'ok' ? [] : findings));
  return (
    <section aria-label="Doctor" className="grid gap-2 border bg-card p-4 text-sm sm:px-6">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <p className="font-semibold">{summaryOf(data.findings)}</p>
        <Link to="/admin/doctor" className="link py-1">
          Doctor
        </Link>
      </div>
      <ul className="grid gap-2">
        {open.slice(0, SHOWN).map(({ what, found, state }) => (
          <li key={what} className="flex gap-3">
            <StateIcon state={state} />
            <span className="wrap-anywhere line-clamp-3 min-w-0">
              <span className="font-semibold">{what}</span>: {found}
            </span>
          </li>
        ))}
      </ul>
      {open.length > SHOWN ? <p className="text-muted-foreground">and {open.length - SHOWN} more</p> : null}
    </section>
  );
}
