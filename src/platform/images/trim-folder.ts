import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';

/** What is left after a folder was trimmed, as a part of what it may hold: the next files cause no work. */
const LEFT = 0.8;

/**
 * Deletes the oldest files below a folder if together they have more than `maxBytes`. A file that is gone meanwhile, or a
 * folder that does not exist, is no error. Returns the number of deleted files.
 */
export async function trimFolder(dir: string, maxBytes: number): Promise<number> {
  const entries = await readdir(dir, { recursive: true, withFileTypes: true }).catch(() => []);
  const files: { path: string; size: number; writtenAt: number }[] = [];
  for (const entry of entries) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
    const found = await stat(path).catch(() => null);
    if (found) files.push({ path, size: found.size, writtenAt: found.mtimeMs });
  }
  let bytes = files.reduce((sum, { size }) => sum + size, 0);
  if (bytes <= maxBytes) return 0;
  files.sort((one, other) => one.writtenAt - other.writtenAt);
  let deleted = 0;
  for (const { path, size } of files) {
    if (bytes <= maxBytes * LEFT) break;
    await rm(path, { force: true });
    bytes -= size;
    deleted++;
  }
  return deleted;
}
