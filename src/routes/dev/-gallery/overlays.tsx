import { Pencil, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { Button } from '#design/button.tsx';
import { CloseButton } from '#design/close-button.tsx';
import { ConfirmDialog } from '#design/confirm-dialog.tsx';
import { Dialog } from '#design/dialog.tsx';
import { Menu, MenuItem } from '#design/menu.tsx';
import { Sheet } from '#design/sheet.tsx';
import { StaleChoice } from '#design/stale-choice.tsx';
import { toast } from '#design/toast.ts';
import { LONG_NAME, Specimen, State } from './specimen.tsx';

const nothing = () => {};
const STALE = {
  who: 'Ada Obi',
  at: '2026-11-20T18:05:00Z',
  fields: [
    { name: 'name', label: 'Name', before: 'Gele', theirs: 'Gele in silver', mine: 'Gele in gold' },
    { name: 'price', label: 'Price', before: '100', theirs: '120', mine: undefined },
  ],
};

export function Overlays() {
  const [open, setOpen] = useState<'confirm' | 'busy' | 'stale'>();
  const close = () => setOpen(undefined);
  return (
    <>
      <Specimen name="Dialog, CloseButton">
        <State label="each has a CloseButton, unless it asks something">
          <Dialog
            title={LONG_NAME}
            description="What it is for."
            trigger={<Button variant="outline">Open a dialog</Button>}
            footer={<Button>Save</Button>}
          >
            <p>Its content.</p>
          </Dialog>
        </State>
      </Specimen>
      <Specimen name="ConfirmDialog">
        <State label="waiting for an answer, busy">
          <Button variant="outline" onClick={() => setOpen('confirm')}>
            Ask something
          </Button>
          <Button variant="outline" onClick={() => setOpen('busy')}>
            Ask, and be busy
          </Button>
        </State>
        <ConfirmDialog
          open={open === 'confirm' || open === 'busy'}
          busy={open === 'busy'}
          onOpenChange={close}
          title="Remove Product?"
          description={LONG_NAME}
          confirmLabel={open === 'busy' ? 'Removing...' : 'Remove'}
          onConfirm={close}
        />
      </Specimen>
      <Specimen name="Sheet">
        <State label="from the left, from the right">
          {(['left', 'right'] as const).map((side) => (
            <Sheet
              key={side}
              side={side}
              title="Menu"
              trigger={<Button variant="outline">Open from the {side}</Button>}
            >
              <div className="flex items-center justify-between p-4">
                Its content. <CloseButton />
              </div>
            </Sheet>
          ))}
        </State>
      </Specimen>
      <Specimen name="Menu, MenuItem">
        <State label="with an icon, disabled, dangerous">
          <Menu trigger={<Button variant="outline">Open a menu</Button>}>
            <MenuItem icon={<Pencil />} onSelect={nothing}>
              Edit
            </MenuItem>
            <MenuItem disabled onSelect={nothing}>
              Disabled
            </MenuItem>
            <MenuItem icon={<Trash2 />} tone="danger" onSelect={nothing}>
              Delete
            </MenuItem>
          </Menu>
        </State>
      </Specimen>
      <Specimen name="StaleChoice">
        <State label="after somebody else saved first">
          <Button variant="outline" onClick={() => setOpen('stale')}>
            Save what somebody else changed
          </Button>
        </State>
        <StaleChoice
          stale={open === 'stale' ? STALE : undefined}
          onKeepMine={close}
          onTakeTheirs={close}
          onClose={close}
        />
      </Specimen>
      <Specimen name="Toaster">
        <State label="success, failure, with an action">
          <Button variant="outline" onClick={() => toast.success('Product created successfully')}>
            Succeed
          </Button>
          <Button
            variant="outline"
            onClick={() => toast.error('Failed to create product', { description: LONG_NAME })}
          >
            Fail
          </Button>
          <Button
            variant="outline"
            onClick={() => toast.success('Removed', { action: { label: 'Undo', onClick: nothing } })}
          >
            Offer undo
          </Button>
        </State>
      </Specimen>
    </>
  );
}
