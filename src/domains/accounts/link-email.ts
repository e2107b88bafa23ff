/** Whose account a letter's link confirms, for a person to read; '' when it says nothing. Not checked: the shop does. */
export function emailOfLink(token: string): string {
  try {
    const said = atob((token.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/'));
    const { email } = JSON.parse(said) as { email?: unknown };
    return typeof email === 'string' ? email : '';
  } catch {
    return '';
  }
}
