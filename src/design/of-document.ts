import { useSyncExternalStore } from 'react';

let hasNavigated = false;
let isForward = false;

/** Called at a navigation inside the shop: what is rendered from then on did not come with the document. */
export function leaveDocument(navigation: { isForward: boolean }): void {
  hasNavigated = true;
  isForward = navigation.isForward;
}

/** Whether the page is new: neither the document's nor one that the user returns to, whose scroll position counts. */
export const isNewPage = (): boolean => hasNavigated && isForward;

const neverChanges = () => () => {};

/** Whether this part of the page came with the document, also when it hydrates after a navigation: its HTML must match. */
export const useIsOfDocument = (): boolean =>
  useSyncExternalStore(
    neverChanges,
    () => !hasNavigated,
    () => true,
  );
