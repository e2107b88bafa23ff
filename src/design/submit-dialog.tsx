import { type ReactNode, useId } from 'react';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';

/** A dialog with a form and buttons to submit and to cancel it. It stays open while busy. */
export function SubmitDialog({
  title,
  label = title,
  description,
  size,
  submitLabel,
  busy,
  busyLabel,
  note,
  above,
  below,
  className = 'grid gap-4',
  onSubmit,
  onInput,
  onClose,
  children,
}: {
  title: string;
  /** The form's name for screen readers. */
  label?: string;
  description?: string;
  size?: 'md' | 'lg' | 'xl';
  submitLabel: string;
  busy: boolean;
  /** Replaces the label while busy. Without it, a spinner does. */
  busyLabel?: string | undefined;
  /** Shown beside the buttons. */
  note?: ReactNode;
  /** Shown above and below the form. */
  above?: ReactNode;
  below?: ReactNode;
  /** Of the form. */
  className?: string | undefined;
  onSubmit: () => unknown;
  onInput?: () => void;
  onClose: () => void;
  children: ReactNode;
}) {
  const formId = useId();
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
          <Button variant="outline" onClick={onClose} disabled={busy}>
            Cancel
          </Button>
          <Button type="submit" form={formId} busy={busy} busyLabel={busyLabel}>
            {submitLabel}
          </Button>
        </>
      }
    >
      {above}
      <form
        id={formId}
        noValidate
        aria-label={label}
        onSubmit={(event) => {
          event.preventDefault();
          void onSubmit();
        }}
        onInput={onInput}
        className={className}
      >
        {children}
      </form>
      {below}
    </Dialog>
  );
}
