import { Dialog as Radix } from 'radix-ui';
import type { ReactNode } from 'react';
import { CloseButton } from './close-button.tsx';
import { cn } from './cn.ts';
import { useFocusReturn } from './use-focus-return.ts';

const sides = {
  right: 'inset-y-0 right-0 [--sheet-from:100%]',
  left: 'inset-y-0 left-0 [--sheet-from:-100%]',
};

/** A panel from the edge of the screen, e.g. for menus and filters on a phone. */
export function Sheet({
  open,
  onOpenChange,
  title,
  trigger,
  side = 'right',
  children,
}: {
  open?: boolean;
  onOpenChange?: (open: boolean) => void;
  title: ReactNode;
  trigger?: ReactNode;
  side?: keyof typeof sides;
  children: ReactNode;
}) {
  const focusReturn = useFocusReturn();
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      {trigger ? <Radix.Trigger asChild>{trigger}</Radix.Trigger> : null}
      <Radix.Portal>
        <Radix.Overlay className="fixed inset-0 z-40 animate-overlay-in bg-overlay" />
        <Radix.Content
          {...focusReturn}
          aria-describedby={undefined}
          className={cn(
            'fixed z-50 flex w-[min(22rem,88vw)] animate-sheet-in flex-col bg-background text-foreground shadow-pop',
            sides[side],
          )}
        >
          <span
            aria-hidden="true"
            className={cn(
              'selvedge-upright absolute inset-y-0 w-1.5',
              side === 'right' ? 'left-0' : 'right-0',
            )}
          />
          <header className="flex items-start justify-between gap-3 px-6 pt-5">
            <Radix.Title className="font-display text-2xl">{title}</Radix.Title>
            <CloseButton />
          </header>
          <div className="min-h-0 grow overflow-y-auto px-6 py-4">{children}</div>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
