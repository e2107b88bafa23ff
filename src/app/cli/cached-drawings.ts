import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { RASTER_RECIPE, rasterise } from '#db/seed/pictures/raster.ts';
import { writeWhole } from '#platform/images/write-whole.ts';

/** Where the demonstration's images are kept for the next one; it may be removed at any time. */
export const DRAWINGS = join(dirname(dirname(dirname(import.meta.dirname))), '.cache', 'drawings');

/**
 * A drawing (SVG) as a JPEG. Two hundred cost a minute of a processor, so each is made once on this machine: whoever
 * begins again with an empty data folder, as tests do, does not wait for them. Where nothing can be kept they are
 * made each time.
 */
export async function cachedDrawing(drawing: string): Promise<Buffer> {
  const name = createHash('sha256').update(`${RASTER_RECIPE}\n${drawing}`).digest('hex').slice(0, 32);
  const file = join(DRAWINGS, `${name}.jpg`);
  const kept = await readFile(file).catch(() => null);
  if (kept) return kept;
  const made = await rasterise(drawing);
  await writeWhole(file, made).catch(() => {});
  return made;
}
