import { type ImageFormatKind, kindOf, openImage } from './image-format.ts';

export interface InspectedImage extends ImageFormatKind {
  /** Pixels, as it is shown (turned as the camera said). */
  width: number;
  height: number;
  /** A data address of a few pixels, at most 400 characters. */
  placeholder: string;
}

const PLACEHOLDER_LENGTH = 400;

/**
 * Reads an image completely and says what a page needs to know of it. The content decides, not a name or
 * a declared type. Null when it is not an image the shop takes: another format, broken, above 50 megapixels.
 */
export async function inspectImage(bytes: Uint8Array): Promise<InspectedImage | null> {
  const kind = kindOf(bytes);
  if (!kind) return null;
  try {
    const { autoOrient } = await openImage(bytes).metadata();
    // The placeholder needs every pixel, so a file that breaks off in the middle is found here.
    const small = await openImage(bytes).resize(16, 16, { fit: 'inside' }).png().toBuffer();
    return { ...kind, width: autoOrient.width, height: autoOrient.height, placeholder: await tiny(small) };
  } catch {
    return null;
  }
}

async function tiny(small: Buffer): Promise<string> {
  for (const size of [16, 12, 8]) {
    const image = openImage(small).resize(size, size, { fit: 'inside', withoutEnlargement: true });
    const webp = await image.webp({ quality: 40, alphaQuality: 40, effort: 6 }).toBuffer();
    const address = `data:image/webp;base64,${webp.toString('base64')}`;
    if (address.length <= PLACEHOLDER_LENGTH) return address;
  }
  return '';
}
