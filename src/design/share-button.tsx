import { Share2 } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useLazyComponent } from '#shared/lazy-component.ts';
import type { Shared } from '#shared/share-image.ts';
import { IconButton } from './icon-button.tsx';
import { toast } from './toast.ts';

/** Opens the dialog that shares something, which is loaded then. `text` says what it is and costs, without its link. */
export function ShareButton({ shared, name, text }: { shared: Shared; name: string; text: string }) {
  const [isOpen, setOpen] = useState(false);
  const { part, hasFailed, want } = useLazyComponent(() => import('./share-dialog.tsx'));
  useEffect(() => {
    if (!isOpen || !hasFailed) return;
    toast.error('Not loaded', { description: 'Please check your connection and press Share again.' });
    setOpen(false);
  }, [isOpen, hasFailed]);
  return (
    <>
      <IconButton
        label={`Share ${name}`}
        title="Share"
        busy={isOpen && !part}
        className="scriptless:hidden"
        onClick={() => {
          want();
          setOpen(true);
        }}
      >
        <Share2 aria-hidden="true" />
      </IconButton>
      {isOpen && part ? (
        <part.ShareDialog shared={shared} name={name} text={text} onClose={() => setOpen(false)} />
      ) : null}
    </>
  );
}
