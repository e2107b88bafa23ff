import { Dialog as Radix } from 'radix-ui';
import { type ReactNode, useCallback, useState } from 'react';
import { CloseButton } from './close-button.tsx';
import { cn } from './cn.ts';
import { Selvedge } from './selvedge.tsx';
import { useFocusReturn } from './use-focus-return.ts';

/** A modal dialog. On a phone it is at the bottom, within reach of the thumb. */
export function Dialog({
  open,
  onOpenChange,
  title,
  description,
  trigger,
  footer,
  size = 'md',
  children,
}: {
  open?: boolean;
  onOpenChange?: (open: boolean) => void;
  title: ReactNode;
  description?: ReactNode;
  /** A button that opens it, if `open` is not given. */
  trigger?: ReactNode;
  /** Buttons, the primary one last. */
  footer?: ReactNode;
  size?: 'md' | 'lg' | 'xl';
  children?: ReactNode;
}) {
  const focusReturn = useFocusReturn();
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      {trigger ? <Radix.Trigger asChild>{trigger}</Radix.Trigger> : null}
      <Radix.Portal>
        <Radix.Overlay className="fixed inset-0 z-40 flex animate-overlay-in items-end justify-center overflow-y-auto bg-overlay pt-12 sm:items-center sm:p-6">
          <Radix.Content
            {...focusReturn}
            onEscapeKeyDown={keepForSearch}
            {...(description ? {} : { 'aria-describedby': undefined })}
            className={cn(
              'relative flex max-h-[88dvh] w-full animate-dialog-in flex-col overflow-hidden rounded-t-lg bg-card text-foreground shadow-pop sm:rounded-sm',
              { md: 'sm:max-w-md', lg: 'sm:max-w-2xl', xl: 'sm:max-w-4xl' }[size],
            )}
          >
            <Selvedge />
            <header className="flex items-start justify-between gap-3 px-4 pt-4 sm:px-6 sm:pt-5">
              <div className="grid gap-1.5">
                <Radix.Title className="font-display text-2xl">{title}</Radix.Title>
                {description ? (
                  <Radix.Description className="text-muted-foreground">{description}</Radix.Description>
                ) : null}
              </div>
              <CloseButton />
            </header>
            <Scroller>{children}</Scroller>
            {footer ? (
              <footer className="flex flex-col-reverse gap-2 border-t px-4 py-3 sm:flex-row sm:justify-end sm:px-6">
                {footer}
              </footer>
            ) : null}
          </Radix.Content>
        </Radix.Overlay>
      </Radix.Portal>
    </Radix.Root>
  );
}

/** Escape in a search box empties it first, as it does outside of a dialog. Radix takes the key before the box does. */
function keepForSearch(event: KeyboardEvent) {
  const { target } = event;
  if (target instanceof HTMLInputElement && target.type === 'search' && target.value) event.preventDefault();
}

const CONTROLS = 'a[href], button, input, select, textarea, [tabindex]';

/** The dialog's content. If it overflows and holds no control, it takes the focus itself, to be scrolled by keyboard. */
function Scroller({ children }: { children: ReactNode }) {
  const [needsFocus, setNeedsFocus] = useState(false);
  const observe = useCallback((content: HTMLDivElement) => {
    const box = content.parentElement!;
    const observer = new ResizeObserver(() =>
      setNeedsFocus(box.scrollHeight > box.clientHeight && !content.querySelector(CONTROLS)),
    );
    observer.observe(box);
    observer.observe(content);
    return () => observer.disconnect();
  }, []);
  return (
    <div
      tabIndex={needsFocus ? 0 : undefined}
      // When a form focuses a field, the error below it must be visible too.
      className="min-h-0 grow scroll-py-20 overflow-y-auto px-4 py-4 -outline-offset-4 sm:px-6 sm:pb-6"
    >
      <div ref={observe}>{children}</div>
    </div>
  );
}
