import { X } from 'lucide-react';
import { Dialog } from 'radix-ui';
import { Button } from './button.tsx';

/** The close button in the corner of a dialog or sheet. */
export function CloseButton() {
  return (
    <Dialog.Close asChild>
      <Button variant="ghost" size="icon" aria-label="Close" className="-mt-2 -mr-2">
        <X aria-hidden="true" />
      </Button>
    </Dialog.Close>
  );
}
