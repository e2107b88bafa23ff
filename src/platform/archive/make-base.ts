import { createHash } from 'node:crypto';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { withConnection } from '#db/connection.ts';
import { BackupError } from '../backup/backup-error.ts';
import { type Archive, type BaseManifest, baseNameOf, basePath, partPath } from './archive.ts';
import { connectForReplication, streamBase } from './base-stream.ts';
import { positionOf, segmentName } from './segments.ts';

/** Bytes of one file of the archive: all that is in memory at once. */
const PART = 8 * 2 ** 20;

export interface ArchivedDatabase {
  /** The owner of the shop's database. */
  databaseUrl: string;
  /** A role with REPLICATION, or a superuser. */
  replicationUrl: string;
  /** Whether it is the built-in server, with the roles that the shop creates. */
  builtIn: boolean;
}

/** System and processor of this machine, which a physical copy is bound to. */
export const PLATFORM = `${process.platform} ${process.arch}`;

/** What a server is, and the time of its clock. */
export async function identifyServer({ databaseUrl }: Pick<ArchivedDatabase, 'databaseUrl'>) {
  return withConnection(databaseUrl, 'archive', async (client) => {
    const { rows } = await client.query<{
      system: string;
      timeline: number;
      size: string;
      postgres: string;
      database: string;
      owner: string;
      now: Date;
    }>(
      `select (select system_identifier from pg_control_system())::text as system,
         (select timeline_id from pg_control_checkpoint()) as timeline,
         pg_size_bytes(current_setting('wal_segment_size')) as size,
         current_setting('server_version_num') as postgres, current_database() as database,
         current_user as owner, clock_timestamp() as now`,
    );
    const { size, postgres, ...more } = rows[0]!;
    return { ...more, segmentSize: Number(size), postgres: Number(postgres) };
  });
}

/**
 * Makes a base backup of the running server and puts it into the archive, its description last: until then it does
 * not exist. Throws BackupError, and errors of the server and the store.
 */
export async function makeBase(
  archive: Archive,
  database: ArchivedDatabase,
  signal?: AbortSignal,
): Promise<BaseManifest> {
  const { now, timeline: _, ...server } = await identifyServer(database);
  const { segmentSize } = server;
  let name = '';
  const client = await connectForReplication(database.replicationUrl);
  const abort = () => void client.end().catch(() => {});
  signal?.addEventListener('abort', abort);
  const parts: BaseManifest['parts'] = [];
  let bytes = 0;
  try {
    const { tar, positions } = streamBase(client);
    const packed = createGzip({ level: 4 });
    const packing = pipeline(
      tar,
      async function* counted(source: AsyncIterable<Buffer>) {
        for await (const chunk of source) {
          bytes += chunk.length;
          yield chunk;
        }
      },
      packed,
    );
    packing.catch(() => {});
    const segmentAt = (position: number) =>
      segmentName(
        { timeline: positions().timeline, number: Math.floor(position / segmentSize) },
        segmentSize,
      );
    for await (const part of inParts(packed)) {
      const start = segmentAt(positionOf(positions().start));
      name ||= baseNameOf({ system: server.system, startedAt: now, start });
      await archive.put(partPath(name, parts.length), part);
      parts.push({ bytes: part.length, sha256: sha256(part) });
    }
    await packing;
    const { start, stop, timeline } = positions();
    const { now: completedAt } = await identifyServer(database);
    const manifest: BaseManifest = {
      ...{ format: 1, name, ...server, timeline, bytes, parts, platform: PLATFORM },
      builtIn: database.builtIn,
      startedAt: now.toISOString(),
      completedAt: completedAt.toISOString(),
      start: segmentAt(positionOf(start)),
      stop: segmentAt(positionOf(stop) - 1),
    };
    await archive.put(basePath(name), Buffer.from(JSON.stringify(manifest)));
    return manifest;
  } catch (error) {
    await removeParts(archive, (base) => base === name).catch(() => {});
    throw signal?.aborted ? new BackupError('The base backup was interrupted.') : error;
  } finally {
    signal?.removeEventListener('abort', abort);
    await client.end().catch(() => {});
  }
}

/** Deletes the bytes of base backups. */
export async function removeParts(archive: Archive, isOld: (base: string) => boolean): Promise<void> {
  for (const { name } of await archive.list('parts')) {
    if (isOld(name.replace(/\.\d+$/, ''))) await archive.remove(`parts/${name}`);
  }
}

export const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

async function* inParts(source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let waiting: Buffer[] = [];
  let size = 0;
  for await (const chunk of source) {
    waiting.push(chunk);
    size += chunk.length;
    if (size < PART) continue;
    yield Buffer.concat(waiting);
    waiting = [];
    size = 0;
  }
  yield Buffer.concat(waiting);
}
