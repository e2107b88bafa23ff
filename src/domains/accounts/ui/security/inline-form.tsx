import type { FormEventHandler, ReactNode } from 'react';
import { Button } from '#design/button.tsx';
import { ProofNotice } from '../captcha/proof-notice.tsx';

/** A form within a section: its fields, one action, and cancel. */
export function InlineForm({
  label,
  submit,
  tone = 'primary',
  busy,
  onSubmit,
  onCancel,
  children,
}: {
  label: string;
  submit: string;
  tone?: 'primary' | 'danger';
  busy: boolean;
  onSubmit: FormEventHandler<HTMLFormElement>;
  onCancel: () => void;
  children: ReactNode;
}) {
  return (
    <form
      method="post"
      noValidate
      aria-label={label}
      onSubmit={onSubmit}
      className="grid gap-4 border-t pt-5"
    >
      {children}
      <ProofNotice />
      <div className="flex flex-col-reverse gap-2 sm:flex-row">
        <Button variant="outline" onClick={onCancel}>
          Cancel
        </Button>
        <Button type="submit" variant={tone} busy={busy}>
          {submit}
        </Button>
      </div>
    </form>
  );
}
