import { CircleAlert, CircleCheck, X } from 'lucide-react';
import { type CSSProperties, useEffect, useRef, useState, useSyncExternalStore } from 'react';
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
    // Sonner keeps that of the toast which this one replaces, unless it is named.
    action: message.action,
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

const isDialogOpen = () => document.querySelector('[role="dialog"], [role="alertdialog"]') !== null;

/** Dialogs are children of the body, as are their overlays. */
function watchDialogs(notify: () => void) {
  const watch = new MutationObserver(notify);
  watch.observe(document.body, { childList: true });
  return () => watch.disconnect();
}

/**
 * An open dialog takes the focus back, and closes when something else is pressed. Not for toasts: their actions can be
 * pressed and reached with Alt+T and Tab also then.
 */
function keepFromDialogs(event: Event) {
  const { target, relatedTarget } = event as FocusEvent;
  const isOnToast = [target, relatedTarget].some(
    (one) => one instanceof Element && one.closest('[data-sonner-toaster]'),
  );
  if (isOnToast && isDialogOpen()) event.stopImmediatePropagation();
}

function useReachableToasts() {
  useEffect(() => {
    const events = ['pointerdown', 'focusin', 'focusout'];
    for (const name of events) addEventListener(name, keepFromDialogs, true);
    return () => {
      for (const name of events) removeEventListener(name, keepFromDialogs, true);
    };
  }, []);
}

const WIDTH = 356;

/** Whether the middle of a control is where toasts at the bottom are. */
function isAtBottomRight(control: Element): boolean {
  const { left, right, top, bottom } = control.getBoundingClientRect();
  return top + bottom > innerHeight && innerWidth - (left + right) / 2 < WIDTH + 64;
}

/**
 * Whether the last press outside of dialogs and toasts was at the bottom of a screen of the back office: what is pressed
 * next is near. In the shop that is the cart, at the top.
 */
function usePressedAtBottom(first: EventTarget | null) {
  const isAtBottom = useRef(false);
  useEffect(() => {
    const press = ({ target }: Pick<Event, 'target'>) => {
      if (!(target instanceof Element) || target === document.body) return;
      if (target.closest('[role="dialog"], [role="alertdialog"], [data-sonner-toaster]')) return;
      isAtBottom.current = target.closest('[data-low-toasts]') !== null && isAtBottomRight(target);
    };
    press({ target: first });
    addEventListener('pointerdown', press, true);
    addEventListener('keydown', press, true);
    return () => {
      removeEventListener('pointerdown', press, true);
      removeEventListener('keydown', press, true);
    };
  }, [first]);
  return isAtBottom;
}

/** The page's toast container; `toast` of toast.ts fills it. `firstPress` is what was pressed before it listened. */
export function Toaster({ firstPress = null }: { firstPress?: EventTarget | null }) {
  const pressedAtBottom = usePressedAtBottom(firstPress);
  const [isAway, setAway] = useState(false);
  // Child effects run first: Sonner is subscribed already.
  useEffect(
    () =>
      subscribeToToasts((message) => {
        setAway(pressedAtBottom.current);
        show(message);
      }),
    [pressedAtBottom],
  );
  useReachableToasts();
  const isBelowDialog = useSyncExternalStore(watchDialogs, isDialogOpen, () => false);
  return (
    <Sonner
      visibleToasts={3}
      gap={14}
      duration={4000}
      // Toasts must not cover what is pressed next: a dialog's buttons, at its bottom, or what was pressed last.
      position={isBelowDialog || isAway ? 'top-right' : 'bottom-right'}
      // On a phone, above the sticky buttons of a product and below the header. Screens without such buttons have room
      // for a toast below their content.
      mobileOffset={{ bottom: 'var(--toasts-bottom, 88px)', top: isBelowDialog ? 16 : 72 }}
      className="in-[:has([data-low-toasts])]:[--toasts-bottom:12px]"
      // Stacked toasts would hide the second one's text.
      expand
      closeButton
      style={{ '--width': `${WIDTH}px` } as CSSProperties}
      icons={{
        success: <CircleCheck aria-hidden="true" className="size-5" />,
        error: <CircleAlert aria-hidden="true" className="size-5" />,
        close: <X aria-hidden="true" className="size-4" />,
      }}
      toastOptions={{
        unstyled: true,
        classNames: {
          toast:
            'pointer-events-auto flex w-(--width) items-start gap-3 rounded-sm border border-l-4 bg-card py-3 pr-11 pl-4 font-sans text-foreground text-sm shadow-pop',
          success: 'border-l-success [&_[data-icon]]:text-success',
          error: 'border-l-danger [&_[data-icon]]:text-danger',
          icon: 'mt-px shrink-0',
          content: 'min-w-0 grow',
          title: 'font-semibold',
          description: 'text-muted-foreground',
          actionButton: 'link order-1 -my-2.5 min-h-11 shrink-0 px-2 font-semibold text-primary',
          closeButton:
            'absolute top-1 right-1 flex size-9 cursor-pointer items-center justify-center rounded-sm text-muted-foreground hover:bg-muted hover:text-foreground',
        },
      }}
    />
  );
}
