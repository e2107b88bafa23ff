import { Download } from 'lucide-react';
import { Button } from '#design/button.tsx';
import { useOperation } from '#design/use-operation.ts';
import { DeleteAccount } from './delete-account.tsx';
import { downloadMyData } from './my-data-client.ts';
import { useRefused } from './security.queries.ts';
import { SecuritySection } from './security-section.tsx';
import { useUnfolding } from './use-unfolding.ts';

const messages = {
  success: 'Your data is in the file my-data.json',
  failure: { title: 'Your data could not be downloaded', description: 'Please try again in a moment.' },
};

/** A download of the user's data, and the deletion of the account. */
export function DataSection() {
  const refused = useRefused();
  const { isOpen, close, button } = useUnfolding();
  const download = useOperation({ mutationFn: downloadMyData, messages, onError: refused });
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
