/**
 * The email of the account that a link confirms, for display; '' without one. Not verified here: the server
 * does that.
 */
export function emailOfLink(token: string): string {
  try {
    const payload = atob((token.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/'));
    const { email } = JSON.parse(payload) as { email?: unknown };
    return typeof email === 'string' ? email : '';
  } catch {
    return '';
  }
}
