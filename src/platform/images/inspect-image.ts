import { type ImageFormatKind, kindOf, openImage } from './image-format.ts';

export interface InspectedImage extends ImageFormatKind {
  /** Pixels, as shown (rotated according to its metadata). */
  width: number;
  height: number;
  /** A data URL of a few pixels, at most 400 characters. */
  placeholder: string;
}

const PLACEHOLDER_LENGTH = 400;

/**
 * Reads an image completely and returns what a page needs. The content decides the type, not a name or a declared
 * type. Null if the shop does not accept it: another format, broken, above 50 megapixels.
 */
export async function inspectImage(bytes: Uint8Array): Promise<InspectedImage | null> {
  const kind = kindOf(bytes);
  if (!kind) return null;
  try {
    const { autoOrient } = await openImage(bytes).metadata();
    // The placeholder needs every pixel, so truncated files are detected here.
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
    const dataUrl = `data:image/webp;base64,${webp.toString('base64')}`;
    if (dataUrl.length <= PLACEHOLDER_LENGTH) return dataUrl;
  }
  return '';
}
