import { Download, Printer } from 'lucide-react';
import { useState } from 'react';
import { createPortal } from 'react-dom';
import { Button } from '#design/button.tsx';
import { Checkbox } from '#design/checkbox.tsx';
import { CopyButton } from '#design/copy-button.tsx';
import { useShop } from '#shared/shop-context.tsx';
import { useFocusedHeading } from '../notice.tsx';

/** The backup codes, shown only once; they stay until the user confirms that they saved them. */
export function BackupCodes({
  codes,
  email,
  onSaved,
}: {
  codes: readonly string[];
  /** The email of their account. */
  email: string;
  onSaved: () => void;
}) {
  const { name } = useShop();
  const [isSaved, setSaved] = useState(false);
  const heading = useFocusedHeading();
  const title = `Backup codes for ${name}`;
  const text = `${title}\n${email}\n\n${codes.join('\n')}\n\nEach opens the account once, instead of the code of the app.\n`;
  return (
    <div className="grid gap-4 border-t pt-5">
      <h3 ref={heading} tabIndex={-1} className="font-semibold text-lg">
        Keep your backup codes
      </h3>
      <p className="max-w-prose">
        When your phone is lost, each of these opens your account once. They are shown now and never again:
        keep them where you find them without your phone.
      </p>
      <ul
        aria-label="Backup codes"
        className="grid max-w-md grid-cols-2 gap-x-6 gap-y-1 border-gold border-l-4 bg-muted p-4 font-mono text-lg"
      >
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-2">
        <CopyButton text={codes.join('\n')} label="Copy" />
        <Button asChild variant="outline" size="sm">
          <a href={`data:text/plain;charset=utf-8,${encodeURIComponent(text)}`} download="backup-codes.txt">
            <Download aria-hidden="true" />
            Download
          </a>
        </Button>
        <Button variant="outline" size="sm" onClick={() => print()}>
          <Printer aria-hidden="true" />
          Print
        </Button>
      </div>
      <div className="grid justify-items-start gap-3 border-t pt-4">
        <Checkbox
          label="I have saved them"
          checked={isSaved}
          onChange={({ target }) => setSaved(target.checked)}
        />
        <Button disabled={!isSaved} onClick={onSaved}>
          Done
        </Button>
      </div>
      {createPortal(
        // For printing: while it is there nothing else of the page is printed.
        <pre data-on-paper="" aria-hidden="true" className="hidden print:block">
          {text}
        </pre>,
        document.body,
      )}
    </div>
  );
}
