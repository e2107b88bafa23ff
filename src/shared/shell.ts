/** The page without a page in it, which the service worker has for pages that it does not have (`_shop/shell.tsx`). */
export const SHELL = '/shell';
/** The attribute of `<html>` of a document that is the shell at the URL of another page. */
export const SHELL_ATTRIBUTE = 'data-shell';
