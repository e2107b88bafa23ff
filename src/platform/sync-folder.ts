import { open } from 'node:fs/promises';

/**
 * Makes the file names in a folder durable where the system allows it (Windows cannot open folders). Elsewhere the
 * files are on the disk, and only their names may be lost in a power failure.
 */
export async function syncFolder(folder: string): Promise<void> {
  try {
    const handle = await open(folder, 'r');
    try {
      await handle.sync();
    } finally {
      await handle.close();
    }
  } catch {}
}
