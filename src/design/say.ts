import type { toast } from './toast.ts';

type Say = typeof toast.success;

// The toaster is not part of the first load: it comes with the first thing there is to say.
const later =
  (tone: 'success' | 'error'): Say =>
  (title, extra) => {
    import('./toast.ts').then(
      (module) => module.toast[tone](title, extra),
      (fault: unknown) => console.warn(`Could not show '${title}'`, fault),
    );
  };

/** As `toast`, for code that is in the storefront's first load. */
export const say = { success: later('success'), error: later('error') };
