import { AlertDialog } from 'radix-ui';
import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import { useFocusReturn } from './use-focus-return.ts';

/**
 * Asks before an irreversible action. It stays open while `busy`; the caller closes it on success, so that it
 * stays after a failure.
 */
export function ConfirmDialog({
  open,
  onOpenChange,
  title,
  description,
  confirmLabel,
  busyLabel,
  cancelLabel = 'Cancel',
  tone = 'danger',
  busy,
  onConfirm,
}: {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: ReactNode;
  description: ReactNode;
  confirmLabel: string;
  /** Replaces it while `busy`. Without it, a spinner does. */
  busyLabel?: string;
  cancelLabel?: string;
  tone?: 'danger' | 'primary';
  busy?: boolean;
  onConfirm: () => void;
}) {
  const focusReturn = useFocusReturn();
  return (
    <AlertDialog.Root open={open} onOpenChange={(to) => !busy && onOpenChange(to)}>
      <AlertDialog.Portal>
        <AlertDialog.Overlay className="fixed inset-0 z-40 flex animate-overlay-in items-end justify-center overflow-y-auto bg-overlay sm:items-center sm:p-6">
          <AlertDialog.Content
            {...focusReturn}
            className="w-full animate-dialog-in rounded-t-lg bg-card p-4 text-foreground shadow-pop sm:max-w-md sm:rounded-sm sm:p-6"
          >
            <AlertDialog.Title className="font-display text-2xl">{title}</AlertDialog.Title>
            <AlertDialog.Description className="mt-2 text-muted-foreground">
              {description}
            </AlertDialog.Description>
            <div className="mt-6 flex flex-col-reverse gap-2 sm:flex-row sm:justify-end">
              <AlertDialog.Cancel asChild>
                <Button variant="outline">{cancelLabel}</Button>
              </AlertDialog.Cancel>
              <Button variant={tone} busy={busy} busyLabel={busyLabel} onClick={onConfirm}>
                {confirmLabel}
              </Button>
            </div>
          </AlertDialog.Content>
        </AlertDialog.Overlay>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  );
}
