type Extra = {
  description?: string;
  /** The reference of the failure in the server's log. */
  reference?: string;
  /** A toast with the same id replaces the previous one. */
  id?: string;
  /** An action, such as undo. */
  action?: { label: string; onClick: () => void };
};

export type Message = Extra & { kind: 'success' | 'error' | 'withdrawn'; title: string };

const waiting: Message[] = [];
const listeners = new Set<() => void>();
let deliver: ((message: Message) => void) | undefined;

function push(message: Message) {
  if (deliver) return deliver(message);
  waiting.push(message);
  for (const notify of listeners) notify();
}

/** Shows a title and a sentence. Errors, and successes with an action, are shown longer. */
export const toast = {
  success: (title: string, extra?: Extra) => push({ kind: 'success', title, ...extra }),
  error: (title: string, extra?: Extra) => push({ kind: 'error', title, ...extra }),
  /** Dismisses the toast with this id, because it is outdated. */
  withdraw: (id: string) => deliver?.({ kind: 'withdrawn', title: '', id }),
};

/** Called by the page, which loads the toaster with the first toast. Returns the unsubscribe function. */
export function onFirstToast(listener: () => void): () => void {
  listeners.add(listener);
  if (waiting.length > 0) listener();
  return () => listeners.delete(listener);
}

/** Called by the toaster: receives queued and future toasts. Returns the unsubscribe function. */
export function subscribeToToasts(show: (message: Message) => void): () => void {
  deliver = show;
  for (const message of waiting.splice(0)) show(message);
  return () => {
    if (deliver === show) deliver = undefined;
  };
}
