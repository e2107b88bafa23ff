import { useHydrated } from '@tanstack/react-router';
import type { ReactNode, SubmitEvent } from 'react';
import { Button } from '#design/button.tsx';
import { ProofNotice } from './captcha/proof-notice.tsx';

export interface AccountFormProps {
  label: string;
  submit: string;
  busy: boolean;
  /** Not called while busy. */
  onSubmit: (event: SubmitEvent) => unknown;
  children: ReactNode;
  /** Below the button. */
  after?: ReactNode;
  /** In a section or a dialog: a cancel button beside the other one. */
  onCancel?: () => void;
  cancel?: string;
  tone?: 'primary' | 'danger';
  /** Below the content of a section, with a line between. */
  inSection?: boolean;
}

/**
 * The frame of every form here. Its button is disabled until the page is hydrated: otherwise the browser would submit
 * the fields with GET, and the password would be in the URL.
 */
export function AccountForm({
  label,
  submit,
  busy,
  onSubmit,
  children,
  after,
  onCancel,
  cancel = 'Cancel',
  tone = 'primary',
  inSection = false,
}: AccountFormProps) {
  const hydrated = useHydrated();
  return (
    <form
      method="post"
      noValidate
      aria-label={label}
      onSubmit={(event) => {
        // A form below a dialog is this one's parent in React, though not in the page.
        event.stopPropagation();
        if (busy) event.preventDefault();
        else void onSubmit(event);
      }}
      className={inSection ? 'grid gap-4 border-t pt-5' : 'grid gap-4'}
    >
      {children}
      <ProofNotice />
      {onCancel || inSection ? (
        <div className={`flex flex-col-reverse gap-2 sm:flex-row ${inSection ? '' : 'mt-2 sm:justify-end'}`}>
          {onCancel ? (
            <Button variant="outline" onClick={onCancel}>
              {cancel}
            </Button>
          ) : null}
          <Button type="submit" variant={tone} busy={busy}>
            {submit}
          </Button>
        </div>
      ) : (
        <Button type="submit" size="lg" busy={busy} disabled={!hydrated} className="mt-2 w-full">
          {submit}
        </Button>
      )}
      {after}
    </form>
  );
}
