import { chmod, mkdtemp, rm, statfs } from 'node:fs/promises';
import { join } from 'node:path';

const IN_MEMORY = '/dev/shm';
/** Eight times what the end-to-end tests have at once. */
const NEEDED_BYTES = 4 * 1024 ** 3;

/**
 * Runs `work` with the temporary files of its processes in memory, where this machine has enough of it (Linux): each file
 * of database tests copies a database and deletes it, which takes ext4 a quarter of the tests' time (decision 0016).
 */
export async function withTemporaryFilesInMemory<T>(work: () => Promise<T>): Promise<T> {
  if (!(await hasRoom())) return work();
  const folder = await mkdtemp(join(IN_MEMORY, 'aso-tests-'));
  // PostgreSQL does not run as root and must be able to enter the folder.
  await chmod(folder, 0o755);
  process.env.TMPDIR = folder;
  try {
    return await work();
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function hasRoom(): Promise<boolean> {
  const disk = await statfs(IN_MEMORY).catch(() => undefined);
  return disk !== undefined && Math.min(disk.bavail * disk.bsize, process.availableMemory()) >= NEEDED_BYTES;
}
