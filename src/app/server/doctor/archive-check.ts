import type { Archive } from '#platform/archive/archive.ts';
import { type Span, spansOf } from '#platform/archive/choose-base.ts';
import { isAfter, newestOf, positionOf } from '#platform/archive/segments.ts';
import { readSpool, type SpoolState } from '#platform/archive/spool.ts';
import { readVerification } from '#platform/archive/verify-archive.ts';
import type { Settings } from '#platform/config.ts';
import type { DoctorDatabase } from '#platform/doctor/database-checks.ts';
import { command, type Finding, ok, problem, warning } from '#platform/doctor/finding.ts';
import { fullTime } from '#shared/dates.ts';
import { plural } from '#shared/plural.ts';
import { relativeTime } from '#shared/relative-time.ts';
import { type ArchivePlan, archiveOf, archivePlanOf } from '../archive-plan.ts';

interface ArchiveCheckDeps {
  config: Settings;
  dataDir: string;
  database: DoctorDatabase;
}

const WHAT = 'Archive';
/** The log may wait this long, ms: archive_timeout, and some seconds to take it. */
const LATE_MS = 90_000;
/** The longest archive_timeout, s: the rest of a minute is for the way to the archive. */
const MAX_TIMEOUT = 45;
/** The last segment is at most this old while there are changes, ms: jobs write each minute. */
const OLD_MS = 180_000;
/** What PostgreSQL adds to its log without a change of rows, bytes. */
const IDLE_LOG = 8_192;
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
  const late = (await whatIsLate(plan.spool, server)) ?? withoutTimeout(server);
  if (late) return late;
  return stateOf(archive, { config, server, spool: plan.spool, now: new Date() });
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
  /** archive_timeout, s; 0 for none. */
  timeout: number;
  /** The end of its log. */
  position: string;
  system: string;
  failedAt: Date | null;
  archivedAt: Date | null;
}

async function readServer({ pool }: DoctorDatabase): Promise<Server> {
  const { rows } = await pool.query<Server>(
    `select current_setting('archive_mode') as mode, coalesce(current_setting('archive_command', true), '') as command,
       (select setting::int from pg_settings where name = 'archive_timeout') as timeout,
       pg_current_wal_insert_lsn()::text as position,
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

/** A server of a distribution that archives without a timeout, or with too long a one. */
function withoutTimeout({ timeout }: Server): Finding | undefined {
  if (timeout > 0 && timeout <= MAX_TIMEOUT) return undefined;
  const found =
    timeout === 0
      ? 'changes are archived when a segment of the log is full, in a quiet shop after hours: archive_timeout is not set'
      : `a change is archived up to ${timeout} s later: archive_timeout is too long`;
  const statements = `alter system set archive_timeout = '40s'; select pg_reload_conf();`;
  return warning(WHAT, found, `as a superuser of PostgreSQL: ${statements}`, {
    action: { label: 'Copy the statements', copy: statements },
  });
}

export interface ArchiveState {
  config: Pick<Settings, 'TIME_ZONE' | 'BACKUP_VERIFY'>;
  server: Pick<Server, 'system' | 'position'>;
  spool: string;
  now: Date;
}

/** What can be restored from the archive, and whether that was tried. */
export async function stateOf(archive: Archive, state: ArchiveState): Promise<Finding> {
  const { config, server, now } = state;
  const wal = await archive.listWal(server.system);
  const spans = await spansOf(archive, server.system, wal);
  const present = spans.at(-1);
  if (!present) {
    return warning(
      WHAT,
      `no complete base backup in ${archive.address} yet`,
      'the shop makes one in its first minutes',
    );
  }
  const behind = whatIsBehind(present, wal, state);
  if (behind) return behind;
  const found = `${momentsOf(spans, config)} can be restored, last change archived ${relativeTime(present.until, now, config.TIME_ZONE)}, in ${archive.address}`;
  const action = command('npm run backup -- verify');
  const verified = await readVerification(archive);
  const since = verified ? new Date(verified.at) : present.from;
  if (verified?.error) {
    const failed = `it could not be restored for a trial: ${verified.error}`;
    return problem(WHAT, failed, 'npm run backup -- verify', { action, since });
  }
  const isLong = now.getTime() - since.getTime() > TWO_WEEKS_MS;
  if (isLong && config.BACKUP_VERIFY !== 'off') {
    const untried = `${found}; for more than two weeks it was not restored for a trial`;
    return warning(WHAT, untried, 'npm run backup -- verify', { action });
  }
  return ok(WHAT, found, { action, since });
}

/** Changes of now that a restore would not find. */
function whatIsBehind(
  { until, last, segmentSize }: Span,
  wal: readonly { name: string }[],
  { config, server, spool, now }: ArchiveState,
): Finding | undefined {
  const newest = newestOf(
    wal.map(({ name }) => name),
    segmentSize,
  );
  if (newest && isAfter(newest, last)) {
    const found = `nothing after ${fullTime(until, config.TIME_ZONE)} can be restored: the archive has a gap there`;
    return warning(WHAT, found, 'the shop makes a new base backup within minutes', { since: until });
  }
  const waiting = positionOf(server.position) - (last.number + 1) * segmentSize;
  if (waiting < IDLE_LOG || now.getTime() - until.getTime() < OLD_MS) return undefined;
  const found = `the last change was archived ${relativeTime(until, now, config.TIME_ZONE)}, and there are newer ones`;
  const fix = `archive_command has to write into ${spool}, and a process of the shop with BACKGROUND_WORK=true has to run on this machine`;
  return warning(WHAT, found, fix, { since: until });
}

/** 'any moment since 3 May 2026, 10:00 (and of 1 May 2026, 09:00 to 2 May 2026, 11:30)' */
function momentsOf(spans: readonly Span[], { TIME_ZONE }: ArchiveState['config']): string {
  const time = (moment: Date) => fullTime(moment, TIME_ZONE);
  const earlier = spans.slice(0, -1).map(({ from, until }) => `${time(from)} to ${time(until)}`);
  const more = earlier.length > 0 ? ` (and of ${earlier.join(', ')})` : '';
  return `any moment since ${time(spans.at(-1)!.from)}${more}`;
}
