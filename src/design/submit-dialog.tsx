import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';

/** A dialog around the form with the id `formId`, with buttons to submit and to cancel. It stays open while busy. */
export function SubmitDialog({
  formId,
  title,
  description,
  size,
  submitLabel,
  busy,
  busyLabel,
  note,
  onClose,
  children,
}: {
  formId: string;
  title: string;
  description?: string;
  size?: 'md' | 'lg' | 'xl';
  submitLabel: string;
  busy: boolean;
  /** Replaces the label while busy. Without it, a spinner does. */
  busyLabel?: string | undefined;
  /** Shown beside the buttons. */
  note?: ReactNode;
  onClose: () => void;
  children: ReactNode;
}) {
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && !busy && onClose()}
      title={title}
      description={description}
      size={size}
      footer={
        <>
          {note}
          <Button variant="outline" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" form={formId} busy={busy} busyLabel={busyLabel}>
            {submitLabel}
          </Button>
        </>
      }
    >
      {children}
    </Dialog>
  );
}
