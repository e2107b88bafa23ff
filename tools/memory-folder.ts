import { access, constants, statfs } from 'node:fs/promises';
import { withScratchFolder } from '#platform/archive/scratch-folder.ts';

const IN_MEMORY = '/dev/shm';
/** Eight times what the end-to-end tests have at once. */
const NEEDED_BYTES = 4 * 1024 ** 3;

/**
 * Runs `work` with the temporary files of its processes in memory, where this machine has enough of it (Linux): each file
 * of database tests copies a database and deletes it, which takes ext4 a quarter of the tests' time (decision 0016).
 */
export async function withTemporaryFilesInMemory<T>(work: () => Promise<T>): Promise<T> {
  const exists = await access(IN_MEMORY, constants.W_OK).then(
    () => true,
    () => false,
  );
  if (!exists) return work();
  // Also deletes what killed runs have left, which would take up the room.
  return withScratchFolder(IN_MEMORY, 'aso-tests-', async (folder) => {
    if (await hasRoom()) process.env.TMPDIR = folder;
    return work();
  });
}

async function hasRoom(): Promise<boolean> {
  const disk = await statfs(IN_MEMORY);
  return Math.min(disk.bavail * disk.bsize, process.availableMemory()) >= NEEDED_BYTES;
}
