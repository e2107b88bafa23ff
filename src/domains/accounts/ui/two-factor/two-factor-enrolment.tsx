import type { ReactNode } from 'react';
import { CopyButton } from '#design/copy-button.tsx';
import { QrCode } from '#design/qr-code.tsx';
import { ENROLMENT_TEXTS, refusalText } from '../../sign-in.messages.ts';
import { appCodeInput } from '../../sign-in-input.ts';
import { CodeForm } from '../code-form.tsx';
import { useFocusedHeading } from '../notice.tsx';
import { signInCall } from '../sign-in-client.ts';

/** Adds the shop to an authenticator app; its first code turns two-factor sign-in on. */
export function TwoFactorEnrolment({
  uri,
  onConfirmed,
  onCancel,
}: {
  /** The content of the QR code. */
  uri: string;
  onConfirmed: (backupCodes: string[]) => void;
  onCancel: () => void;
}) {
  const key = new URL(uri).searchParams.get('secret') ?? '';
  const heading = useFocusedHeading();
  return (
    <CodeForm
      inSection
      label="Turn on two-step sign-in"
      submit="Turn on"
      field="Code of the app"
      hint="The six digits that the app shows for this shop. They change every half minute."
      input={appCodeInput}
      focus={false}
      check={async (code) => onConfirmed((await signInCall('confirmTwoFactor', { code })).backupCodes)}
      messageFor={(error) => refusalText(error, ENROLMENT_TEXTS)}
      onCancel={onCancel}
    >
      <h3 ref={heading} tabIndex={-1} className="font-semibold text-lg">
        Connect your authenticator app
      </h3>
      <ol className="grid gap-6">
        <Step number={1}>
          <p>Open the app and scan this code with it.</p>
          <QrCode text={uri} label="QR code for your authenticator app" className="w-full max-w-56" />
          <p>
            The app is on this very phone?{' '}
            <a href={uri} className="link text-primary">
              Open it from here
            </a>
            , or type this key into it:
          </p>
          <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
            <code className="wrap-anywhere font-mono text-lg tracking-wide">
              {key.match(/.{1,4}/g)?.join(' ')}
            </code>
            <CopyButton text={key} label="Copy the key" />
          </div>
        </Step>
        <Step number={2}>
          <p>Type the code that the app shows then.</p>
        </Step>
      </ol>
    </CodeForm>
  );
}

function Step({ number, children }: { number: number; children: ReactNode }) {
  return (
    <li className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4">
      <span
        aria-hidden="true"
        className="flex size-7 items-center justify-center rounded-sm bg-muted font-semibold tabular-nums"
      >
        {number}
      </span>
      <div className="grid justify-items-start gap-3">{children}</div>
    </li>
  );
}
