import { type Archive, factsOf } from '#platform/archive/archive.ts';
import { readSpool, type SpoolState } from '#platform/archive/archiver.ts';
import { segmentOf } from '#platform/archive/segments.ts';
import { readVerification } from '#platform/archive/verify-archive.ts';
import type { Settings } from '#platform/config.ts';
import type { DoctorDatabase } from '#platform/doctor/database-checks.ts';
import { command, type Finding, ok, problem, warning } from '#platform/doctor/finding.ts';
import { fullTime, relativeTime } from '#shared/dates.ts';
import { plural } from '#shared/plural.ts';
import { type ArchivePlan, archiveOf, archivePlanOf } from '../archive-plan.ts';

interface ArchiveCheckDeps {
  config: Settings;
  dataDir: string;
  database: DoctorDatabase;
}

const WHAT = 'Archive';
/** The log may wait this long, ms: archive_timeout, and some seconds to take it. */
const LATE_MS = 90_000;
const TWO_WEEKS_MS = 14 * 24 * 60 * 60_000;
const MANUAL = 'docs/operations.md, "Restore to a time"';

/** How much would be lost with the disk, and to which moments the shop can be restored. */
export async function archiveCheck(deps: ArchiveCheckDeps): Promise<Finding> {
  const { config, dataDir } = deps;
  const plan = archivePlanOf(config, dataDir);
  if (plan.spool === undefined) return withoutArchive(config, plan);
  const server = await readServer(deps.database);
  const isOn = server.mode !== 'off' && server.command.includes('archive-segment');
  if (!isOn) return notSetUp(config);
  const archive = await archiveOf(config, dataDir);
  const late = await whatIsLate(plan.spool, server);
  if (late) return late;
  return stateOf(archive, { config, server, now: new Date() });
}

function withoutArchive({ SHOP_MODE, BACKUP_AT }: Settings, { why }: ArchivePlan): Finding {
  const loss = `what was saved since the last backup${BACKUP_AT ? ', up to a day,' : ''} would be lost with the disk`;
  if (why === 'provider') return ok(WHAT, 'the provider of the database archives every change (ARCHIVE)');
  if (SHOP_MODE === 'demo') return ok(WHAT, 'none: BACKUP_DIR is not set');
  switch (why) {
    case 'no spool':
      return warning(
        WHAT,
        `none: ${loss}`,
        `a PostgreSQL on this machine: set it up as ${MANUAL}, says; one of a provider: turn on its point-in-time recovery and add the line to .env`,
        { action: { label: 'Copy the line', copy: 'ARCHIVE=provider' } },
      );
    case 'windows':
      return warning(WHAT, `none: ${loss}`, 'the archive needs Linux or macOS; back up more often');
    case 'off':
      return warning(WHAT, `switched off by ARCHIVE: ${loss}`, 'remove ARCHIVE=off from .env');
    default:
      return warning(
        WHAT,
        `none: ${loss}`,
        'put the line into .env with a folder on another disk, and restart the shop: then every change is there within a minute',
        { action: { label: 'Copy the line', copy: 'BACKUP_DIR=/path/on/another/disk' } },
      );
  }
}

const notSetUp = ({ DATABASE_URL }: Settings): Finding =>
  DATABASE_URL
    ? problem(
        WHAT,
        'PostgreSQL does not archive into ARCHIVE_SPOOL',
        `set archive_command as ${MANUAL}, says`,
      )
    : problem(
        WHAT,
        'the database was started without it',
        'stop every process of the shop, and start it again',
      );

interface Server {
  mode: string;
  command: string;
  system: string;
  failedAt: Date | null;
  archivedAt: Date | null;
}

async function readServer({ pool }: DoctorDatabase): Promise<Server> {
  const { rows } = await pool.query<Server>(
    `select current_setting('archive_mode') as mode, coalesce(current_setting('archive_command', true), '') as command,
       (select system_identifier from pg_control_system())::text as system,
       last_failed_time as "failedAt", last_archived_time as "archivedAt" from pg_stat_archiver`,
  );
  return rows[0]!;
}

/** The log that PostgreSQL cannot write into the spool, or that waits there. */
async function whatIsLate(spool: string, { failedAt, archivedAt }: Server): Promise<Finding | undefined> {
  if (failedAt && (!archivedAt || failedAt > archivedAt)) {
    const found = `PostgreSQL cannot write its log into ${spool}`;
    return problem(WHAT, found, 'its log says why; the account of PostgreSQL must be able to write there', {
      since: failedAt,
    });
  }
  const { waiting, since, failure }: SpoolState = await readSpool(spool);
  if (failure) {
    const found = failure.of === 'log' ? 'the last changes are not archived' : 'no base backup can be made';
    return problem(WHAT, `${found}: ${failure.reason}`, 'correct that; it is tried again automatically', {
      since: failure.since,
    });
  }
  if (since && Date.now() - since.getTime() > LATE_MS) {
    const found = `${plural(waiting, 'file')} of the log wait in ${spool}`;
    return problem(WHAT, found, 'run a process of the shop with BACKGROUND_WORK=true on this machine', {
      since,
    });
  }
  return undefined;
}

async function stateOf(
  archive: Archive,
  { config, server, now }: { config: Settings; server: Server; now: Date },
): Promise<Finding> {
  const names = (await archive.listBases()).filter((name) => factsOf(name).system === server.system);
  const [first, newest] = [names[0], names.at(-1)];
  if (!first || !newest) {
    return warning(
      WHAT,
      `no base backup in ${archive.address} yet`,
      'the shop makes one in its first minutes',
    );
  }
  const { segmentSize } = await archive.readBase(newest);
  const wal = await archive.listWal(server.system);
  const last = wal.findLast(({ name }) => segmentOf(name, segmentSize));
  const from = fullTime(factsOf(first).startedAt, config.TIME_ZONE);
  const until = last ? relativeTime(last.modified, now) : 'never';
  const found = `any moment since ${from} can be restored, last change archived ${until}, in ${archive.address}`;
  const action = command('npm run backup -- verify');
  const verified = await readVerification(archive);
  const since = new Date(verified?.at ?? factsOf(newest).startedAt);
  if (verified?.error) {
    return problem(
      WHAT,
      `it could not be restored for a trial: ${verified.error}`,
      'npm run backup -- verify',
      {
        action,
        since,
      },
    );
  }
  const isLong = now.getTime() - since.getTime() > TWO_WEEKS_MS;
  if (isLong && config.BACKUP_VERIFY !== 'off') {
    return warning(
      WHAT,
      `${found}; for more than two weeks it was not restored for a trial`,
      'npm run backup -- verify',
      {
        action,
      },
    );
  }
  return ok(WHAT, found, { action, since });
}
