import { DropdownMenu } from 'radix-ui';
import type { ReactNode } from 'react';
import { cn } from './cn.ts';

/** A menu of actions; `trigger` is its button. */
export function Menu({ trigger, children }: { trigger: ReactNode; children: ReactNode }) {
  return (
    // A modal one would hide the page from screen readers, but not from the keyboard.
    <DropdownMenu.Root modal={false}>
      <DropdownMenu.Trigger asChild>{trigger}</DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content
          align="end"
          sideOffset={4}
          collisionPadding={8}
          // Above toasts, which stay for ten seconds.
          className="z-[1000000000] min-w-48 border bg-card py-1 text-foreground shadow-pop"
        >
          {children}
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}

export function MenuItem({
  onSelect,
  icon,
  tone,
  children,
}: {
  onSelect: () => void;
  icon?: ReactNode;
  tone?: 'danger';
  children: ReactNode;
}) {
  return (
    <DropdownMenu.Item
      onSelect={onSelect}
      className={cn(
        'flex min-h-11 cursor-pointer items-center gap-3 px-4 outline-none data-highlighted:bg-muted [&_svg]:size-4.5',
        tone === 'danger' && 'text-danger',
      )}
    >
      {icon}
      {children}
    </DropdownMenu.Item>
  );
}
