import { toast as sonner } from 'sonner';

/** More than these are never held: the oldest leaves when a sixth comes. */
const MOST_HELD = 5;
const ERROR_MS = 10_000;

type Extra = {
  description?: string;
  /** A second toast with the same id takes the first one's place. */
  id?: string;
};

function makeRoom(id?: string) {
  const held = sonner.getToasts();
  if (held.some((one) => one.id === id)) return;
  // Sonner lists the oldest first.
  for (const oldest of held.slice(0, Math.max(0, held.length - MOST_HELD + 1))) sonner.dismiss(oldest.id);
}

/** Says what happened: a title, and below it a sentence. Errors stay longer. */
export const toast = {
  success(title: string, extra?: Extra) {
    makeRoom(extra?.id);
    sonner.success(title, extra);
  },
  error(title: string, extra?: Extra) {
    makeRoom(extra?.id);
    sonner.error(title, { ...extra, duration: ERROR_MS });
  },
};
