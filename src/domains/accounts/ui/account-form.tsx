import { useHydrated } from '@tanstack/react-router';
import type { FormEventHandler, ReactNode } from 'react';
import { Button } from '#design/button.tsx';
import { ProofNotice } from './captcha/proof-notice.tsx';

/**
 * The frame of every form here. Its button is disabled until the page is hydrated: otherwise the browser
 * would submit the fields with GET, and the password would be in the URL.
 */
export function AccountForm({
  label,
  busy,
  onSubmit,
  submit,
  children,
  after,
}: {
  label: string;
  busy: boolean;
  onSubmit: FormEventHandler<HTMLFormElement>;
  submit: string;
  children: ReactNode;
  after?: ReactNode;
}) {
  const hydrated = useHydrated();
  return (
    <form method="post" noValidate aria-label={label} onSubmit={onSubmit} className="grid gap-4">
      {children}
      <ProofNotice />
      <Button type="submit" size="lg" busy={busy} disabled={!hydrated} className="mt-2 w-full">
        {submit}
      </Button>
      {after}
    </form>
  );
}
