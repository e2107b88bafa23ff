import { localStore } from '#shared/browser-storage.ts';
import { phraseOf } from '#shared/search-words.ts';
import { fold } from '#shared/words.ts';

/** What this browser searched for, in its storage alone: the newest first. */
const KEY = 'past-searches';
const MOST = 10;
const MAX_LENGTH = 100;

/** How searches are compared: without accents and punctuation. */
const compared = (text: string): string => phraseOf(fold(text));

const isSearch = (value: unknown): value is string =>
  typeof value === 'string' && value.trim() !== '' && value.length <= MAX_LENGTH;

export const pastSearches = (): string[] => localStore.readList(KEY).filter(isSearch).slice(0, MOST);

export const rememberSearch = (text: string): void =>
  localStore.write(KEY, JSON.stringify(withSearch(pastSearches(), text)));

export const forgetSearches = (): void => localStore.write(KEY, '[]');

/** The list with one more search in front. The newest one is replaced if the search continues it: both were one typing. */
export function withSearch(list: readonly string[], text: string): string[] {
  const typed = compared(text);
  const [newest = ''] = list;
  const others = list.filter((one) => compared(one) !== typed);
  if (others[0] === newest && typed.startsWith(compared(newest))) others.shift();
  return [text.trim(), ...others].slice(0, MOST);
}

/** Those that begin as the typed text, without itself; all for no text. */
export function pastSearchesFor(text: string, list: readonly string[]): string[] {
  if (text.trim() === '') return [...list];
  const typed = compared(text);
  return typed === '' ? [] : list.filter((one) => compared(one).startsWith(typed) && compared(one) !== typed);
}
