import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { RASTER_RECIPE, rasterise } from '#db/seed/pictures/raster.ts';
import { writeWhole } from '#platform/images/write-whole.ts';
import { PROJECT } from './env-file.ts';

/** Cache folder for the images of the demo store; it can be deleted at any time. */
export const DRAWINGS = join(PROJECT, '.cache', 'drawings');

/**
 * Renders a drawing (SVG) as a JPEG. Two hundred drawings take one minute of CPU, so results are cached on this
 * machine and reused by later starts with an empty data folder, such as in tests. If the cache is not writable, each
 * call renders again.
 */
export async function cachedDrawing(drawing: string): Promise<Buffer> {
  const name = createHash('sha256').update(`${RASTER_RECIPE}\n${drawing}`).digest('hex').slice(0, 32);
  const file = join(DRAWINGS, `${name}.jpg`);
  const cached = await readFile(file).catch(() => null);
  if (cached) return cached;
  const made = await rasterise(drawing);
  await writeWhole(file, made).catch(() => {});
  return made;
}
