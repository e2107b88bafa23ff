import { useSyncExternalStore } from 'react';
import { sessionStore } from '#shared/browser-storage.ts';
import { previewedDay } from '#shared/preview.ts';
import { chooseOne } from '../choice.ts';
import type { Promotion } from '../contract.ts';

/** The key of the session storage for a fact of this visit. Each previewed day is a visit of its own. */
export const keyOfVisit = (key: string): string => {
  const day = previewedDay();
  return day ? `${key}-${day}` : key;
};

// Without storage, the choice lasts as long as the document.
let fallback: string | undefined;

/** The choice made earlier in this visit if that promotion is still active, else a new one. */
function chosenOf(active: readonly Promotion[]): string | undefined {
  const key = keyOfVisit('promotion-of-visit');
  const before = sessionStore.read(key) ?? fallback;
  if (before && active.some(({ id }) => id === before)) return before;
  const chosen = chooseOne(active)?.id;
  if (chosen) {
    fallback = chosen;
    sessionStore.write(key, chosen);
  }
  return chosen;
}

const never = () => () => {};

/**
 * The promotion of this visit, shared by banner and popup. `active` is newest first. The server and the first
 * render use the newest, so that hydration matches.
 */
export function usePromotionOfVisit(active: readonly Promotion[]): Promotion | undefined {
  const id = useSyncExternalStore(
    never,
    () => chosenOf(active),
    () => active[0]?.id,
  );
  return active.find((promotion) => promotion.id === id);
}
