/** A page of a preview as the shop's own: without its ribbon, its URLs and the moment when it was read. */
export const asOwn = (html: string, path: string): string =>
  html
    .replace(/<aside aria-label="Preview".*?<\/aside>/s, '')
    .replace('<meta name="robots" content="noindex, nofollow"/>', '')
    .replaceAll(path, '')
    .replaceAll(/\b\d{13}\b/g, '0');
