import { type ReactNode, useId } from 'react';
import { FormPresence } from './form-presence.tsx';
import { SubmitDialog } from './submit-dialog.tsx';
import type { AdminForm } from './use-admin-form.tsx';

/** A dialog with a form of the back office. It stays open while a save is in progress or has failed. */
export function FormDialog({
  form,
  title,
  label,
  saveLabel,
  busyLabel,
  size = 'lg',
  above,
  below,
  className = 'grid gap-5',
  onClose,
  children,
}: {
  form: AdminForm;
  title: string;
  /** The form's name for screen readers. */
  label: string;
  saveLabel: string;
  /** Replaces it during a save. Without it, a spinner does. */
  busyLabel?: string;
  size?: 'lg' | 'xl';
  /** Shown above and below the form's fields. */
  above?: ReactNode;
  below?: ReactNode;
  /** Of the form. */
  className?: string;
  onClose: () => void;
  children: ReactNode;
}) {
  const id = useId();
  return (
    <>
      <SubmitDialog
        formId={id}
        title={title}
        size={size}
        submitLabel={saveLabel}
        busy={form.isBusy}
        busyLabel={busyLabel}
        note={<FormPresence form={form} className="sm:mr-auto sm:self-center max-sm:order-last" />}
        onClose={() => !form.isBusy && form.leave(onClose)}
      >
        {above}
        <form
          id={id}
          noValidate
          aria-label={label}
          onSubmit={form.submit}
          onInput={form.onInput}
          className={className}
        >
          {children}
        </form>
        {below}
      </SubmitDialog>
      {form.dialogs}
    </>
  );
}
