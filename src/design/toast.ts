type Extra = {
  description?: string;
  /** Of the failure, in the shop’s log. */
  reference?: string;
  /** A second toast with the same id takes the first one's place. */
  id?: string;
  /** A way to take it back, or on. */
  action?: { label: string; onClick: () => void };
};

export type Message = Extra & { kind: 'success' | 'error' | 'withdrawn'; title: string };

const waiting: Message[] = [];
const wanting = new Set<() => void>();
let deliver: ((message: Message) => void) | undefined;

function say(message: Message) {
  if (deliver) return deliver(message);
  waiting.push(message);
  for (const tell of wanting) tell();
}

/** Says what happened: a title, and below it a sentence. Errors stay longer. */
export const toast = {
  success: (title: string, extra?: Extra) => say({ kind: 'success', title, ...extra }),
  error: (title: string, extra?: Extra) => say({ kind: 'error', title, ...extra }),
  /** Takes back what was said under this id: it is no longer so. */
  withdraw: (id: string) => deliver?.({ kind: 'withdrawn', title: '', id }),
};

/** For the page, which fetches the toaster only when there is something to say. Returns how to stop. */
export function onToastAsked(tell: () => void): () => void {
  wanting.add(tell);
  if (waiting.length > 0) tell();
  return () => wanting.delete(tell);
}

/** For the toaster: takes what was said before it was there, and everything after. Returns how to stop. */
export function takeToasts(show: (message: Message) => void): () => void {
  deliver = show;
  for (const message of waiting.splice(0)) show(message);
  return () => {
    if (deliver === show) deliver = undefined;
  };
}
