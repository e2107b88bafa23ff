import { CircleAlert, CircleCheck, X } from 'lucide-react';
import { type CSSProperties, useEffect, useSyncExternalStore } from 'react';
import { Toaster as Sonner, toast as sonner } from 'sonner';
import { Reference } from './reference.tsx';
import { type Message, subscribeToToasts } from './toast.ts';

/** Maximum number of toasts: a new one dismisses the oldest. */
const MAX_TOASTS = 5;
/** Of errors, and of successes that can be undone. */
const LONG_MS = 10_000;

function makeRoom(id?: string) {
  const shown = sonner.getToasts();
  if (shown.some((one) => one.id === id)) return;
  // Sonner lists the oldest first.
  for (const oldest of shown.slice(0, Math.max(0, shown.length - MAX_TOASTS + 1))) sonner.dismiss(oldest.id);
}

function show({ kind, title, reference, ...message }: Message) {
  const extra = {
    ...message,
    description: reference ? (
      <>
        {message.description}
        <Reference id={reference} />
      </>
    ) : (
      message.description
    ),
  };
  if (kind === 'withdrawn') {
    sonner.dismiss(extra.id);
    return;
  }
  makeRoom(extra.id);
  if (kind === 'success') sonner.success(title, { ...extra, duration: extra.action ? LONG_MS : undefined });
  else sonner.error(title, { ...extra, duration: LONG_MS });
}

const isQuestionOpen = () => document.querySelector('[role="alertdialog"]') !== null;

/** Dialogs are children of the body, as are their overlays. */
function watchForQuestions(notify: () => void) {
  const watch = new MutationObserver(notify);
  watch.observe(document.body, { childList: true });
  return () => watch.disconnect();
}

/** The page's toast container; `toast` of toast.ts fills it. */
export function Toaster() {
  // Child effects run first: Sonner is subscribed already.
  useEffect(() => subscribeToToasts(show), []);
  const isAsking = useSyncExternalStore(watchForQuestions, isQuestionOpen, () => false);
  return (
    <Sonner
      visibleToasts={3}
      gap={14}
      duration={4000}
      // On a phone a dialog's buttons are at the bottom: toasts must not cover them.
      position={isAsking && innerWidth < 640 ? 'top-right' : 'bottom-right'}
      // On a phone, above the sticky buttons of a product.
      mobileOffset={{ bottom: 88 }}
      // Stacked toasts would hide the second one's text.
      expand
      closeButton
      style={{ '--width': '356px' } as CSSProperties}
      icons={{
        success: <CircleCheck aria-hidden="true" className="size-5" />,
        error: <CircleAlert aria-hidden="true" className="size-5" />,
        close: <X aria-hidden="true" className="size-4" />,
      }}
      toastOptions={{
        unstyled: true,
        classNames: {
          toast:
            'flex w-(--width) items-start gap-3 rounded-sm border border-l-4 bg-card py-3 pr-11 pl-4 font-sans text-foreground text-sm shadow-pop',
          success: 'border-l-success [&_[data-icon]]:text-success',
          error: 'border-l-danger [&_[data-icon]]:text-danger',
          icon: 'mt-px shrink-0',
          content: 'min-w-0 grow',
          title: 'font-semibold',
          description: 'text-muted-foreground',
          actionButton: 'link order-1 min-h-6 shrink-0 font-semibold text-primary',
          closeButton:
            'absolute top-1 right-1 flex size-9 cursor-pointer items-center justify-center rounded-sm text-muted-foreground hover:bg-muted hover:text-foreground',
        },
      }}
    />
  );
}
