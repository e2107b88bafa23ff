import { chmod, mkdtemp, rm, statfs } from 'node:fs/promises';
import { join } from 'node:path';

const IN_MEMORY = '/dev/shm';
/** Several times what the tests have at once, half a gigabyte. */
const NEEDED_BYTES = 4 * 1024 ** 3;

/**
 * Runs `work` with the temporary files of its processes in memory, where this machine has enough of it (Linux): each file
 * of database tests creates and deletes a thousand files, which takes ext4 more time than the tests (decision 0016).
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
