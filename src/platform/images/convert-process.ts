import { writeFileSync } from 'node:fs';
import { constants, setPriority } from 'node:os';
import { convertImage } from './convert-image.ts';
import type { ImageFormatKind } from './image-format.ts';

// A process of its own for one image from outside (see accept-image.ts): whatever it makes of the decoder,
// the shop goes on, and its memory is given back when it ends.

// Whoever looks at a page goes first.
setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
try {
  // When memory is short Linux ends this process, not the shop.
  writeFileSync('/proc/self/oom_score_adj', '800');
} catch {
  // Another system chooses by itself.
}

// The shop lets go of it when it has heard, or when it ends itself.
process.once('disconnect', () => process.exit());
process.once(
  'message',
  async ({ bytes, extension }: { bytes: Uint8Array; extension: ImageFormatKind['extension'] }) => {
    process.send!({ image: await convertImage(bytes, extension) });
  },
);
