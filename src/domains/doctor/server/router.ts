import type { Database } from '#db/client.ts';
import type { Finding } from '#platform/doctor/finding.ts';
import type { Log } from '#platform/log.ts';
import { gated } from '#platform/rpc/gate.ts';
import { withTimeout } from '#platform/with-timeout.ts';
import { doctorContract } from '../contract.ts';
import { isSuperAdmin, listFindingStates, putFindingStates } from './finding-state.repository.ts';

export interface DoctorDeps {
  database: Pick<Database, 'asCaller' | 'auth'>;
  doctor: { examine(): Promise<Finding[]> };
  log: Pick<Log, 'warn'>;
}

/** How long to wait for the stored times, ms: a full disk must not hold the page that says so. */
const STATES_MS = 2_000;

export function doctorRouter(deps: DoctorDeps) {
  const os = gated(doctorContract);
  return {
    examine: os.examine.handler(async ({ context, errors }) => {
      // The checks run as the owner, whom row level security does not bind: the database decides who may see them.
      if (!(await deps.database.asCaller(context.user, isSuperAdmin))) throw errors.NO_PERMISSION();
      const now = new Date();
      const findings = await deps.doctor.examine();
      const since = await sinceOf(deps, findings, now);
      return {
        checkedAt: now.toISOString(),
        findings: findings.map(({ fix = null, action = null, ...finding }) => ({
          ...finding,
          fix,
          action,
          since: (finding.since ?? since?.get(finding.what))?.toISOString() ?? null,
        })),
      };
    }),
  };
}

/** Since when each line is in its state, by its name; undefined if that can be neither read nor written. */
async function sinceOf(
  { database, log }: DoctorDeps,
  findings: readonly Finding[],
  now: Date,
): Promise<Map<string, Date> | undefined> {
  const states = findings.map(({ what, state }) => ({ line: what, state }));
  const known = await withTimeout(
    STATES_MS,
    listFindingStates(
      database.auth,
      states.map(({ line }) => line),
    ),
  ).catch((error: unknown) => void log.warn({ err: error }, 'the states of the doctor cannot be read'));
  if (!known) return undefined;
  const since = new Map(known.map(({ line, since }) => [line, since]));
  const changed = states.filter((one) => !known.some((k) => k.line === one.line && k.state === one.state));
  if (changed.length === 0) return since;
  for (const { line } of changed) since.set(line, now);
  await withTimeout(STATES_MS, putFindingStates(database.auth, changed, now)).catch((error: unknown) =>
    log.warn({ err: error }, 'the states of the doctor cannot be stored'),
  );
  return since;
}
