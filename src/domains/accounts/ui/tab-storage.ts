/** Saves a value until `until` (ms since the epoch) in this tab; null deletes it. Private windows may refuse. */
export function saveInTab(key: string, value: object | null, until = 0): void {
  try {
    if (value) sessionStorage.setItem(key, JSON.stringify({ ...value, until }));
    else sessionStorage.removeItem(key);
  } catch {}
}

/** The saved value as text, so that equal values are identical; '' without one. */
export function savedText(key: string): string {
  try {
    return sessionStorage.getItem(key) ?? '';
  } catch {
    return '';
  }
}

/** The saved value, of unknown form; null without one, or when it has expired. */
export function savedValue(text: string): { until: number; [name: string]: unknown } | null {
  try {
    const value = JSON.parse(text || 'null');
    return value?.until > Date.now() ? value : null;
  } catch {
    return null;
  }
}
