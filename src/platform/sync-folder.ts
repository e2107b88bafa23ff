import { open } from 'node:fs/promises';

/**
 * Makes the names in a folder durable where the system can (Windows cannot open folders). Where it cannot, the files
 * themselves are on the disk, and only their names may be lost with the power.
 */
export async function syncFolder(folder: string): Promise<void> {
  try {
    const handle = await open(folder, 'r');
    await handle.sync().finally(() => handle.close());
  } catch {}
}
