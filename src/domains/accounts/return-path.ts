/**
 * The path to go to after signing in, or '/' for anything that is not plainly a path of this shop: another
 * site, a script, or the sign-in page itself.
 */
export function returnPath(value: unknown): string {
  if (typeof value !== 'string' || value.length > 500) return '/';
  // A browser takes '//host' and '/\host' for another site, and drops tabs and line ends before it parses.
  if (!/^\/(?![/\\])[^\\\p{Cc}]*$/u.test(value)) return '/';
  const url = new URL(value, 'http://shop.invalid');
  if (url.origin !== 'http://shop.invalid' || url.pathname === '/auth') return '/';
  // '/..//host' resolves to another site only here.
  return url.pathname.startsWith('//') ? '/' : url.pathname + url.search + url.hash;
}

/** The admin page to go to after signing in: the requested one, or the first. */
export function adminReturnPath(value: unknown): string {
  const path = returnPath(value);
  const isAdmin = /^\/admin(?![\w-])/.test(path) && !/^\/admin\/login(?![\w-])/.test(path);
  return isAdmin ? path : '/admin';
}
