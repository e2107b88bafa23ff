import { Dialog as Radix } from 'radix-ui';
import type { ReactNode } from 'react';
import { CloseButton } from './close-button.tsx';
import { useFocusReturn } from './use-focus-return.ts';

/** A panel from the left edge of the screen, for the menu on a phone. */
export function Sheet({
  open,
  onOpenChange,
  title,
  children,
}: {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: ReactNode;
  children: ReactNode;
}) {
  const focusReturn = useFocusReturn();
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Portal>
        <Radix.Overlay className="fixed inset-0 z-40 animate-overlay-in bg-overlay" />
        <Radix.Content
          {...focusReturn}
          aria-describedby={undefined}
          className="fixed inset-y-0 left-0 z-50 flex w-[min(22rem,88vw)] animate-sheet-in flex-col bg-background text-foreground shadow-pop [--sheet-from:-100%]"
        >
          <span aria-hidden="true" className="selvedge-upright right-0 w-1.5" />
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
