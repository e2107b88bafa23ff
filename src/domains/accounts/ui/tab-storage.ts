import { sessionStore } from '#shared/browser-storage.ts';

/** Saves a value until `until` (ms since the epoch) in this tab; null deletes it. */
export const saveInTab = (key: string, value: object | null, until = 0): void =>
  sessionStore.write(key, value ? JSON.stringify({ ...value, until }) : '');

/** The saved value as text, so that equal values are identical; '' without one. */
export const savedText = (key: string): string => sessionStore.read(key) ?? '';

/** The saved value, of unknown form; null without one, or when it has expired. */
export function savedValue(text: string): { until: number; [name: string]: unknown } | null {
  try {
    const value = JSON.parse(text || 'null');
    return value?.until > Date.now() ? value : null;
  } catch {
    return null;
  }
}
