import { writeFileSync } from 'node:fs';
import { constants, setPriority } from 'node:os';
import { convertImage } from './convert-image.ts';
import type { ImageFormatKind } from './image-format.ts';

// Converts one uploaded image in a separate process (see accept-image.ts): a decoder crash does not affect the shop,
// and its memory is freed at the exit.

// Page requests have priority.
setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
try {
  // When memory is short Linux kills this process, not the shop.
  writeFileSync('/proc/self/oom_score_adj', '800');
} catch {
  // Not available on other systems.
}

// The shop disconnects when it has the result or exits.
process.once('disconnect', () => process.exit());
process.once(
  'message',
  ({ bytes, extension }: { bytes: Uint8Array; extension: ImageFormatKind['extension'] }) =>
    void convertImage(bytes, extension).then((image) => process.send!({ image })),
);
