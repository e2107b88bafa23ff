import { Pencil, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { Button } from '#design/button.tsx';
import { CloseButton } from '#design/close-button.tsx';
import { CommandMenu } from '#design/command-menu.tsx';
import { ConfirmDialog } from '#design/confirm-dialog.tsx';
import { Dialog } from '#design/dialog.tsx';
import { EditableListDialog } from '#design/editable-list-dialog.tsx';
import { ExportMenu, ExportSelection } from '#design/export-menu.tsx';
import { FormDialog } from '#design/form-dialog.tsx';
import { TextField } from '#design/form-fields.tsx';
import { Menu, MenuItem } from '#design/menu.tsx';
import { SecretDialog } from '#design/secret-dialog.tsx';
import { ShareButton } from '#design/share-button.tsx';
import { ShareDialog } from '#design/share-dialog.tsx';
import { Sheet } from '#design/sheet.tsx';
import { StaleChoice } from '#design/stale-choice.tsx';
import { SubmitDialog } from '#design/submit-dialog.tsx';
import { toast } from '#design/toast.ts';
import type { AdminForm } from '#design/use-admin-form.tsx';
import { ROWS } from './rows.ts';
import { LONG_NAME, Specimen, State } from './specimen.tsx';

const nothing = () => {};
/** How long a save takes here. */
const SAVE_MS = 3000;
const NOT_THERE = { kind: 'category', slug: 'gone' } as const;
const STALE = {
  name: LONG_NAME.slice(0, 60),
  at: '2026-11-20T18:05:00Z',
  fields: [
    { name: 'name', label: 'Name', before: 'Gele', theirs: 'Gele in silver', mine: 'Gele in gold' },
    { name: 'price', label: 'Price', before: '100', theirs: '120', mine: undefined },
  ],
};

/** A form that has nothing to lose and saves nothing. */
const formThat = (isBusy: boolean, onSubmit: () => void): AdminForm => ({
  kind: 'product',
  entity: undefined,
  announcement: '',
  onInput: nothing,
  isBusy,
  submit: async (event) => {
    event?.preventDefault();
    onSubmit();
  },
  leave: (close) => close(),
  dialogs: <></>,
});

export function Overlays() {
  const [open, setOpen] = useState<
    | 'confirm'
    | 'busy'
    | 'stale'
    | 'commands'
    | 'sheet'
    | 'form'
    | 'saving'
    | 'share'
    | 'secret'
    | 'submit'
    | 'list'
  >();
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
            <div className="flex items-center justify-between">
              Its content. <CloseButton />
            </div>
          </Dialog>
          <Dialog title="Terms" trigger={<Button variant="outline">Open a long text</Button>}>
            <p className="text-3xl">{LONG_NAME.repeat(8)}</p>
          </Dialog>
        </State>
      </Specimen>
      <Specimen name="ShareButton, ShareDialog">
        <State label="loads the dialog, and the dialog that finds nothing to share">
          <ShareButton shared={NOT_THERE} name={LONG_NAME} text="Its text" />
          <Button variant="outline" onClick={() => setOpen('share')}>
            Share what is gone
          </Button>
        </State>
        {open === 'share' ? (
          <ShareDialog shared={NOT_THERE} name={LONG_NAME} text="Its text" onClose={close} />
        ) : null}
      </Specimen>
      <Specimen name="CommandMenu">
        <State label="groups, icons, details and a note">
          <Button variant="outline" onClick={() => setOpen('commands')}>
            Open the commands
          </Button>
        </State>
        <CommandMenu
          open={open === 'commands'}
          onOpenChange={close}
          label="Search or choose a command"
          text=""
          onText={nothing}
          groups={[
            {
              title: 'Orders',
              commands: [
                { id: 'order', label: LONG_NAME, detail: LONG_NAME, icon: <Pencil />, onSelect: nothing },
              ],
            },
            { title: 'Screens', commands: [{ id: 'screen', label: 'Products', onSelect: nothing }] },
          ]}
          note="The search failed."
        />
      </Specimen>
      <Specimen name="ExportMenu">
        <State label="of the orders">
          <ExportMenu list="orders" filter={{}} />
          <ExportMenu compact list="orders" filter={{}} />
        </State>
      </Specimen>
      <Specimen name="ExportSelection">
        <State label="of selected orders, and while something else is done with them">
          <ExportSelection list="orders" selection={{ ids: [] }} />
          <ExportSelection list="orders" selection={{ ids: [] }} disabled />
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
          confirmLabel="Remove"
          busyLabel="Removing..."
          onConfirm={close}
        />
      </Specimen>
      <Specimen name="SecretDialog">
        <State label="a key with a long name">
          <Button variant="outline" onClick={() => setOpen('secret')}>
            Show a key
          </Button>
        </State>
        {open === 'secret' ? (
          <SecretDialog
            what="key"
            name={LONG_NAME}
            value={`aso_${'k'.repeat(60)}`}
            description="It is shown this once."
            onClose={close}
          />
        ) : null}
      </Specimen>
      <Specimen name="FormDialog">
        <State label="with fields, during a save, which it cannot be closed in">
          <Button variant="outline" onClick={() => setOpen('form')}>
            Open a form
          </Button>
          {/* For a moment only: nothing closes the dialog of a form that is busy. */}
          <Button
            variant="outline"
            onClick={() => {
              setOpen('saving');
              setTimeout(close, SAVE_MS);
            }}
          >
            Open a form that saves
          </Button>
        </State>
        {open === 'form' || open === 'saving' ? (
          <FormDialog
            form={formThat(open === 'saving', close)}
            title="Edit Product"
            label="Product"
            submitLabel="Save"
            busyLabel="Saving..."
            above={<p className="mb-5">Shown above the fields.</p>}
            onClose={close}
          >
            <TextField label="Name" defaultValue={LONG_NAME} required />
            <TextField label="Price" error="Price must be a number" />
          </FormDialog>
        ) : null}
      </Specimen>
      <Specimen name="SubmitDialog">
        <State label="with a note">
          <Button variant="outline" onClick={() => setOpen('submit')}>
            Open a small form
          </Button>
        </State>
        {open === 'submit' ? (
          <SubmitDialog
            title={LONG_NAME}
            label="Small form"
            submitLabel="Save"
            busy={false}
            note={<p className="sm:mr-auto">Shown beside the buttons.</p>}
            onSubmit={close}
            onClose={close}
          >
            <TextField label="Name" defaultValue={LONG_NAME} />
          </SubmitDialog>
        ) : null}
      </Specimen>
      <Specimen name="EditableListDialog">
        <State label="with details, and what does not load">
          <Button variant="outline" onClick={() => setOpen('list')}>
            Open a list
          </Button>
        </State>
        {open === 'list' ? (
          <EditableListDialog
            kind="special-day"
            title="Days that matter"
            description="What they are for."
            addLabel="Add a day"
            entries={ROWS}
            failure={<p className="text-danger">The newest could not be loaded.</p>}
            nameOf={({ name }) => name}
            detailOf={({ id }) => id}
            form={(row, closeForm) => (
              <Dialog open onOpenChange={closeForm} title={row?.name ?? 'A new day'} />
            )}
            busyId={ROWS.at(-1)?.id}
            onDelete={nothing}
            onClose={close}
          />
        ) : null}
      </Specimen>
      <Specimen name="Sheet">
        <State label="from the left">
          <Button variant="outline" onClick={() => setOpen('sheet')}>
            Open a sheet
          </Button>
        </State>
        <Sheet open={open === 'sheet'} onOpenChange={close} title="Menu">
          Its content.
        </Sheet>
      </Specimen>
      <Specimen name="Menu, MenuItem">
        <State label="with an icon, without one, dangerous">
          <Menu trigger={<Button variant="outline">Open a menu</Button>}>
            <MenuItem icon={<Pencil />} onSelect={nothing}>
              Edit
            </MenuItem>
            <MenuItem onSelect={nothing}>Duplicate</MenuItem>
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
