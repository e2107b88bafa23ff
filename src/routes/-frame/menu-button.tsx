import { Menu } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import { useLazyComponent } from '#shared/lazy-component.ts';

const look = 'size-11 items-center justify-center lg:hidden -ml-2.5';

/**
 * Opens the menu of small screens, whose script loads when the button is approached. Without scripts, or if
 * that file fails to load, it links to the footer, which has the same links.
 */
export function MenuButton({ account }: { account: ReactNode }) {
  const [isOpen, setOpen] = useState(false);
  const { part, hasFailed, want } = useLazyComponent(() => import('./menu-sheet.tsx'));
  const open = () => {
    want();
    setOpen(true);
  };
  useEffect(() => {
    if (!hasFailed || !isOpen) return;
    document.getElementById('site-links')?.scrollIntoView();
    setOpen(false);
  }, [hasFailed, isOpen]);
  return (
    <>
      <button
        type="button"
        aria-label="Menu"
        aria-haspopup="dialog"
        aria-expanded={isOpen && !hasFailed}
        onPointerEnter={want}
        onFocus={want}
        onClick={open}
        className={`inline-flex ${look} scriptless:hidden`}
      >
        <Menu aria-hidden="true" className="size-6 stroke-[1.5]" />
      </button>
      <a href="#site-links" aria-label="Menu" className={`hidden ${look} scriptless:inline-flex`}>
        <Menu aria-hidden="true" className="size-6 stroke-[1.5]" />
      </a>
      {part ? <part.MenuSheet isOpen={isOpen} onOpenChange={setOpen} account={account} /> : null}
    </>
  );
}
