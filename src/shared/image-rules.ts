/** Exclusive size limit of an uploaded image in bytes (OPEN-64). */
export const MAX_IMAGE_BYTES = 5 * 1024 * 1024;
/** Body limit of an operation that takes one image, in bytes. */
export const MAX_UPLOAD_BODY = 6 * 1024 * 1024;

const IMAGE_TYPES = [
  'image/jpeg',
  'image/png',
  'image/webp',
  'image/gif',
  'image/avif',
  'image/heic',
  'image/heif',
];
/** Only Apple's systems know the type of these files by name. */
const HEIC_NAME = /\.hei[cf]$/i;

/** The `accept` value of file inputs. The server checks the content, whatever type the browser reports. */
export const ACCEPTED_IMAGES = [...IMAGE_TYPES, '.heic', '.heif'].join(',');

/** Whether a file is a HEIC image, which most browsers cannot show. */
export const isHeicFile = ({ name, type }: { name: string; type: string }): boolean =>
  HEIC_NAME.test(name) || type === 'image/heic' || type === 'image/heif';

/** Checks a file before the upload: the message to show, or null. */
export function imageFault({
  name,
  type: reported,
  size,
}: {
  name: string;
  type: string;
  size: number;
}): string | null {
  const type = reported === '' && HEIC_NAME.test(name) ? 'image/heic' : reported;
  if (!type.startsWith('image/') || type === 'image/svg+xml' || size === 0)
    return 'Please select an image file';
  if (!IMAGE_TYPES.includes(type)) {
    return 'This kind of image cannot be used. Please save it as JPEG, PNG, WebP, GIF, AVIF or HEIC.';
  }
  return size < MAX_IMAGE_BYTES ? null : 'Image size should be less than 5MB';
}

/** Formats bytes for users, with MB as in the 5MB limit: '820 kB', '3.4 MB'. */
export const sizeOf = (bytes: number): string =>
  bytes < 1024 * 1024
    ? `${Math.max(1, Math.round(bytes / 1024))} kB`
    : `${(bytes / 1024 / 1024).toFixed(1)} MB`;
