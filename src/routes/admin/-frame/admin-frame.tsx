import { Link, Outlet, useRouter } from '@tanstack/react-router';
import { Menu, Search } from 'lucide-react';
import { Dialog } from 'radix-ui';
import { useEffect, useState } from 'react';
import { CloseButton } from '#design/close-button.tsx';
import { cn } from '#design/cn.ts';
import { Logo } from '#design/logo.tsx';
import { Selvedge } from '#design/selvedge.tsx';
import type { Profile } from '#domains/accounts/contract.ts';
import { useShop } from '#shared/shop-context.tsx';
import { AdminMenu } from './admin-menu.tsx';
import { useCommands } from './commands.tsx';
import { isApple } from './use-shortcuts.ts';

/** The frame of all back office screens: the menu at the side, on a phone behind a button. */
export function AdminFrame({ user }: { user: Profile }) {
  const shop = useShop();
  const commands = useCommands(user);
  return (
    <div data-low-toasts className="lg:grid lg:grid-cols-[16rem_minmax(0,1fr)] print:block">
      <aside className="relative hidden bg-ink text-paper lg:block print:hidden">
        <div className="scroll-shade sticky top-0 flex h-svh flex-col gap-8 overflow-y-auto px-3 py-6 pr-5">
          <div className="grid gap-4">
            <Home name={shop.name} />
            <CommandsButton onPress={commands.open} />
          </div>
          <AdminMenu user={user} />
        </div>
        <span aria-hidden="true" className="selvedge-upright right-0 w-1.5" />
      </aside>
      <PhoneBar user={user} onCommands={commands.open} />
      <div className="min-w-0">
        {shop.demo ? <DemoRibbon /> : null}
        <main
          id="main"
          tabIndex={-1}
          className="mx-auto min-h-[80svh] max-w-7xl p-4 pb-24 sm:p-8 sm:pb-24 print:max-w-none print:p-0"
        >
          <Outlet />
        </main>
      </div>
      {commands.dialogs}
    </div>
  );
}

const CommandsButton = ({ onPress }: { onPress: () => void }) => (
  <button
    type="button"
    aria-keyshortcuts="Control+K Meta+K"
    onClick={onPress}
    className="mx-3 flex min-h-11 items-center gap-2 rounded-sm border border-paper/25 px-3 text-paper/85 transition-colors hover:border-paper/60 hover:text-paper"
  >
    <Search aria-hidden="true" className="size-4.5 stroke-[1.5]" />
    <span className="grow text-left">Search</span>
    <kbd className="text-paper/70 text-sm">{isApple() ? '⌘ K' : 'Ctrl K'}</kbd>
  </button>
);

function Home({ name }: { name: string }) {
  return (
    <Link
      to="/admin/dashboard"
      aria-label={`${name}, dashboard`}
      className="inline-flex min-h-11 items-center px-3 text-paper"
    >
      <Logo name={name} />
    </Link>
  );
}

const BAR_BUTTON = 'inline-flex size-11 items-center justify-center [&_svg]:size-6 [&_svg]:stroke-[1.5]';

function PhoneBar({ user, onCommands }: { user: Profile; onCommands: () => void }) {
  const [isOpen, setOpen] = useState(false);
  const { history } = useRouter();
  // The browser's Back presses no link.
  useEffect(() => history.subscribe(() => setOpen(false)), [history]);
  const shop = useShop();
  return (
    <header className="sticky top-0 z-20 bg-ink text-paper lg:hidden print:hidden">
      <div className="flex h-14 items-center justify-between px-1">
        <Home name={shop.name} />
        <button type="button" aria-label="Search" onClick={onCommands} className={cn(BAR_BUTTON, 'ml-auto')}>
          <Search aria-hidden="true" />
        </button>
        <Dialog.Root open={isOpen} onOpenChange={setOpen}>
          <Dialog.Trigger asChild>
            <button type="button" aria-label="Menu" className={BAR_BUTTON}>
              <Menu aria-hidden="true" />
            </button>
          </Dialog.Trigger>
          <Dialog.Portal>
            <Dialog.Overlay className="fixed inset-0 z-40 animate-overlay-in bg-overlay" />
            <Dialog.Content
              aria-describedby={undefined}
              className="fixed inset-y-0 right-0 z-50 flex w-[min(20rem,86vw)] animate-sheet-in flex-col gap-4 scroll-shade overflow-y-auto px-3 py-3 text-paper shadow-pop [--sheet-from:100%]"
            >
              <div className="flex items-center justify-between pl-3 [&_button:hover]:bg-paper/10 [&_button]:text-paper">
                <Dialog.Title className="font-display text-2xl">Back office</Dialog.Title>
                <CloseButton />
              </div>
              <AdminMenu user={user} onChosen={() => setOpen(false)} />
            </Dialog.Content>
          </Dialog.Portal>
        </Dialog.Root>
      </div>
      <Selvedge fine />
    </header>
  );
}

function DemoRibbon() {
  return (
    <p className="bg-warning-soft px-4 py-1.5 text-center text-sm text-warning print:hidden">
      Demonstration: everything here is made up.
    </p>
  );
}
