import { Button } from './button.tsx';
import { CopyButton } from './copy-button.tsx';
import { Dialog } from './dialog.tsx';

/** Shows a key or a secret, which cannot be shown again, under the name of what it is for. */
export function SecretDialog({
  what,
  name,
  value,
  description,
  onClose,
}: {
  what: 'key' | 'secret';
  name: string;
  value: string;
  description: string;
  onClose: () => void;
}) {
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={`Copy the ${what} now`}
      description={description}
      footer={<Button onClick={onClose}>I have copied it</Button>}
    >
      <div className="grid gap-3">
        <p className="wrap-anywhere font-semibold">{name}</p>
        <code className="wrap-anywhere rounded-sm border p-3 text-sm">{value}</code>
        <div>
          <CopyButton text={value} label={`Copy the ${what}`} />
        </div>
      </div>
    </Dialog>
  );
}
