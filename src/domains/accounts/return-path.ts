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

/** The search parameters of a sign-in page. */
export interface SignInSearch {
  /** The path to go to after signing in. */
  next?: string;
  /** The result of a sign-in with an external provider, or why the confirmation link was refused. */
  error?: string;
  /** The external provider that redirected here. */
  with?: string;
  /** Redirected here after the first factor. */
  step?: 'two-step';
}

/** Those of the shop's page. */
export interface AuthSearch extends SignInSearch {
  tab?: 'register';
  /** The token of the password reset link in an email. */
  reset?: string;
  /**
   * The token of the confirmation link in an email, opened in another browser than the one that registered.
   */
  confirm?: string;
}

const wordIn = (value: unknown) =>
  typeof value === 'string' && /^[\w-]{1,100}$/.test(value) ? value : undefined;

// Undefined, not omitted: the router merges these over the URL, and an invalid `next` would remain.

const signInSearch = (raw: Record<string, unknown>, next: string | undefined): SignInSearch => ({
  next,
  error: wordIn(raw.error),
  with: wordIn(raw.with),
  step: raw.step === 'two-step' ? raw.step : undefined,
});

export function adminLoginSearch(raw: Record<string, unknown>): SignInSearch {
  const next = adminReturnPath(raw.next);
  return signInSearch(raw, next === '/admin' ? undefined : next);
}

export function authSearch(raw: Record<string, unknown>): AuthSearch {
  const next = returnPath(raw.next);
  const { confirm } = raw;
  const isToken =
    typeof confirm === 'string' && /^[\w-]+\.[\w-]+\.[\w-]+$/.test(confirm) && confirm.length <= 1000;
  return {
    ...signInSearch(raw, next === '/' ? undefined : next),
    tab: raw.tab === 'register' ? raw.tab : undefined,
    reset: wordIn(raw.reset),
    confirm: isToken ? confirm : undefined,
  };
}
