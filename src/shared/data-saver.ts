import { createContext, useContext, useSyncExternalStore } from 'react';

// The data saver (decision 0060): small images, slides that stay, no live updates. The user's choice is a cookie, so that
// the server renders the page with small images; without a choice the browser's Save-Data or a slow connection decides.

const COOKIE = 'data_saver';
const YEAR_SECONDS = 365 * 24 * 60 * 60;

/** The attribute of `<html>` of a page that was rendered with the data saver: `data-saver="on"`. */
export const DATA_SAVER_ATTRIBUTE = 'data-saver';

/** 'slow': not chosen, but switched on by a slow connection, until the browser is closed. */
type Choice = 'on' | 'off' | 'slow';

function choiceIn(cookies: string): Choice | undefined {
  return new RegExp(`(?:^|;\\s*)${COOKIE}=(on|off|slow)(?:;|$)`).exec(cookies)?.[1] as Choice | undefined;
}

/** Whether the page of this request is rendered with the data saver. */
export function asksToSaveData(headers: Headers): boolean {
  const choice = choiceIn(headers.get('cookie') ?? '');
  return choice ? choice !== 'off' : headers.get('save-data')?.toLowerCase() === 'on';
}

interface Connection extends EventTarget {
  saveData?: boolean;
  effectiveType?: string;
}
const connection = () => (navigator as Navigator & { connection?: Connection }).connection;
const isSlow = () => /2g$/.test(connection()?.effectiveType ?? '');

/** Whether this page was rendered with the data saver. */
export const isPageSaved = (): boolean =>
  document.documentElement.getAttribute(DATA_SAVER_ATTRIBUTE) === 'on';

/** What the user chose, or else what browser and connection ask for. */
function isWanted(): boolean {
  const choice = choiceIn(document.cookie);
  return choice === 'on' || (choice !== 'off' && (isSlow() || connection()?.saveData === true));
}

let isOn: boolean | undefined;
const listeners = new Set<() => void>();

function show(next: boolean): void {
  const isSame = next === savesData();
  if (next) document.documentElement.setAttribute(DATA_SAVER_ATTRIBUTE, 'on');
  else document.documentElement.removeAttribute(DATA_SAVER_ATTRIBUTE);
  if (isSame) return;
  isOn = next;
  for (const listener of listeners) listener();
}

/**
 * Whether this browser saves data now. Asked for later than at the load of this module: there, reading a cookie makes
 * Chromium parse the whole file again (decision 0064).
 */
function savesData(): boolean {
  isOn ??= isPageSaved() || isWanted();
  return isOn;
}

function store(choice: Choice | null): void {
  const life = choice === 'slow' ? '' : `; max-age=${choice === null ? 0 : YEAR_SECONDS}`;
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every supported browser.
  document.cookie = `${COOKIE}=${choice ?? ''}; path=/; samesite=lax${life}`;
}

/** Switches it on or off in this browser. */
export function chooseDataSaver(on: boolean): void {
  store(on ? 'on' : 'off');
  show(on);
}

/** Follows the connection where the user chose nothing. Returns the function that ends it. */
export function followConnection(): () => void {
  const look = () => {
    const choice = choiceIn(document.cookie);
    if (choice === 'on' || choice === 'off') return;
    const slow = isSlow();
    if (slow !== (choice === 'slow')) store(slow ? 'slow' : null);
    show(isWanted());
  };
  look();
  const watched = connection();
  watched?.addEventListener('change', look);
  return () => watched?.removeEventListener('change', look);
}

/** Whether the page was rendered with the data saver. */
export const DataSaverOfPage = createContext(false);

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Whether data is saved, also while a page is rendered on the server. */
export function useDataSaver(): boolean {
  const ofPage = useContext(DataSaverOfPage);
  return useSyncExternalStore(subscribe, savesData, () => ofPage);
}
