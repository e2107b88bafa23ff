/** A picture from outside has fewer bytes than this (OPEN-64). */
export const MAX_PICTURE_BYTES = 5 * 1024 * 1024;

/** What a file chooser offers. The server looks at the content, whatever the browser says of it. */
export const PICTURE_TYPES = ['image/jpeg', 'image/png', 'image/webp', 'image/gif', 'image/avif'] as const;

/** What a browser can know of a file before it is sent: the message to show, or null. */
export function pictureFault({ type, size }: { type: string; size: number }): string | null {
  if (!type.startsWith('image/') || type === 'image/svg+xml' || size === 0)
    return 'Please select an image file';
  if (!(PICTURE_TYPES as readonly string[]).includes(type)) {
    return 'This kind of picture cannot be used. Please save it as JPEG, PNG, WebP, GIF or AVIF.';
  }
  return size < MAX_PICTURE_BYTES ? null : 'Image size should be less than 5MB';
}

/** Bytes for people, as 5MB is counted here: '820 kB', '3.4 MB'. */
export const sizeOf = (bytes: number): string =>
  bytes < 1024 * 1024
    ? `${Math.max(1, Math.round(bytes / 1024))} kB`
    : `${(bytes / 1024 / 1024).toFixed(1)} MB`;
