import { Download } from 'lucide-react';
import { Button } from '#design/button.tsx';
import { saveFile } from '#shared/save-file.ts';
import { AuthRefusal } from '../../sign-in.messages.ts';
import { DeleteAccount } from './delete-account.tsx';
import { useOwnOperation } from './security.queries.ts';
import { SecuritySection, useUnfolding } from './security-section.tsx';

const messages = {
  success: 'Your data is in the file my-data.json',
  failure: { title: 'Your data could not be downloaded', description: 'Please try again in a moment.' },
};

/** A download of the user's data, and the deletion of the account. */
export function DataSection() {
  const { isOpen, close, button } = useUnfolding();
  const download = useOwnOperation({ operation: downloadMyData, messages });
  return (
    <SecuritySection
      title="Your data"
      about="Take a copy of everything we keep about you, or delete your account."
    >
      <div className="flex flex-col gap-2 sm:flex-row">
        <Button variant="secondary" busy={download.isPending} onClick={() => download.mutate(undefined)}>
          <Download aria-hidden="true" />
          Download my data
        </Button>
        <Button variant="outline" className="text-danger" {...button}>
          Delete my account
        </Button>
      </div>
      {isOpen ? <DeleteAccount onCancel={close} /> : null}
    </SecuritySection>
  );
}

/**
 * Downloads the file with the shop's data about the signed-in user. Throws AuthRefusal when the shop refused,
 * TypeError when it could not be reached or the connection broke.
 */
async function downloadMyData(): Promise<void> {
  const response = await fetch('/api/my-data');
  if (!response.ok) {
    const answer = await response.json().catch(() => ({}));
    throw new AuthRefusal(response.status, answer?.code ?? '', answer?.message ?? '');
  }
  saveFile('my-data.json', await response.blob());
}
