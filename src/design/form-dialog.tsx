import type { ComponentProps } from 'react';
import { FormPresence } from './form-presence.tsx';
import { SubmitDialog } from './submit-dialog.tsx';
import type { AdminForm } from './use-admin-form.tsx';

/** A dialog with a form of the back office. It stays open while a save is in progress or has failed. */
export function FormDialog({
  form,
  size = 'lg',
  className = 'grid gap-5',
  onClose,
  ...rest
}: { form: AdminForm } & Omit<
  ComponentProps<typeof SubmitDialog>,
  'busy' | 'note' | 'onSubmit' | 'onInput'
>) {
  return (
    <>
      <SubmitDialog
        {...rest}
        size={size}
        className={className}
        busy={form.isBusy}
        note={<FormPresence form={form} className="sm:mr-auto sm:self-center max-sm:order-last" />}
        onSubmit={form.submit}
        onInput={form.onInput}
        onClose={() => !form.isBusy && form.leave(onClose)}
      />
      {form.dialogs}
    </>
  );
}
