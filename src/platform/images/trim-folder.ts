import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';

/** What is left after a folder was trimmed, as a part of what it may hold: the next files cause no work. */
const LEFT = 0.8;

/** What `writeWhole` writes before it has its name; older ones, ms, are of a process that was killed. */
const TEMPORARY = /\.[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const ABANDONED_MS = 60 * 60_000;

/**
 * Deletes the oldest files below a folder whose names match if together they have more than `maxBytes`, and abandoned
 * temporary files in any case. A file that is gone meanwhile, or a folder that does not exist, is no error. Returns the
 * number of deleted files.
 */
export async function trimFolder(dir: string, maxBytes: number, names = /^/): Promise<number> {
  const entries = await readdir(dir, { recursive: true, withFileTypes: true }).catch(() => []);
  const files: { path: string; size: number; writtenAt: number }[] = [];
  for (const entry of entries) {
    if (!entry.isFile() || !names.test(entry.name)) continue;
    const path = join(entry.parentPath, entry.name);
    const found = await stat(path).catch(() => null);
    if (found) files.push({ path, size: found.size, writtenAt: found.mtimeMs });
  }
  let bytes = files.reduce((sum, { size }) => sum + size, 0);
  const goal = bytes > maxBytes ? maxBytes * LEFT : maxBytes;
  const isAbandoned = ({ path, writtenAt }: (typeof files)[number]) =>
    TEMPORARY.test(path) && Date.now() - writtenAt > ABANDONED_MS;
  files.sort((one, other) => one.writtenAt - other.writtenAt);
  let deleted = 0;
  for (const file of files) {
    if (bytes <= goal && !isAbandoned(file)) continue;
    const { path, size } = file;
    await rm(path, { force: true });
    bytes -= size;
    deleted++;
  }
  return deleted;
}
