import { useEffect, useEffectEvent, useState } from 'react';
import { localStore } from '#shared/browser-storage.ts';

const SINGLE_KEYS = 'admin-single-keys';

/** What Ctrl is called on this keyboard. */
export const isApple = (): boolean => /Mac|iPhone|iPad/.test(navigator.userAgent);

/** Whether a key typed here is text. */
const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable ||
    target.matches('input:not([type=checkbox], [type=radio], [type=button]), textarea, select'));

const isDialogOpen = (): boolean => document.querySelector('[role=dialog], [role=alertdialog]') !== null;

/** Focuses the search of the current screen; false if it has none. */
export function focusSearch(): boolean {
  const box = document.querySelector<HTMLInputElement>('#main input[type=search]');
  box?.focus();
  box?.select();
  return box !== null;
}

/**
 * Ctrl/⌘ K, `/` and `?` on every screen of the back office. The two single keys can be switched off, for users who
 * dictate or press keys by mistake (WCAG 2.1.4).
 */
export function useShortcuts({ onMenu, onKeys }: { onMenu: () => void; onKeys: () => void }) {
  const [hasSingleKeys, setSingleKeys] = useState(() => localStore.read(SINGLE_KEYS) !== 'off');
  const press = useEffectEvent((event: KeyboardEvent) => {
    const { key, ctrlKey, metaKey, altKey, target } = event;
    if (event.defaultPrevented || event.isComposing || altKey) return;
    if ((isApple() ? metaKey : ctrlKey) && key.toLowerCase() === 'k') {
      event.preventDefault();
      return onMenu();
    }
    if (!hasSingleKeys || ctrlKey || metaKey || isTyping(target) || isDialogOpen()) return;
    if (key === '/' && focusSearch()) event.preventDefault();
    if (key === '?') {
      event.preventDefault();
      onKeys();
    }
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => press(event);
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, []);
  return {
    hasSingleKeys,
    setSingleKeys: (on: boolean) => {
      localStore.write(SINGLE_KEYS, on ? 'on' : 'off');
      setSingleKeys(on);
    },
  };
}
