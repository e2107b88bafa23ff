import { Dialog } from '#design/dialog.tsx';
import { Switch } from '#design/switch.tsx';
import { isApple } from './use-shortcuts.ts';

const KEYS: readonly (readonly [keys: readonly string[], effect: string])[] = [
  [['Ctrl', 'K'], 'Open the menu of commands, or close it'],
  [['/'], 'Go to the search of the screen'],
  [['?'], 'Show this list'],
  [['Alt', 'T'], 'Go to the newest message, such as one with Undo'],
  [['↑', '↓'], 'Move in a menu or a list of commands'],
  [['Enter'], 'Choose'],
  [['Esc'], 'Close what is open, or clear the search'],
];

const ON_APPLE: Record<string, string> = { Ctrl: '⌘', Alt: '⌥' };

/** The keys of the back office. */
export function ShortcutList({
  open,
  onOpenChange,
  hasSingleKeys,
  onSingleKeys,
}: {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  hasSingleKeys: boolean;
  onSingleKeys: (on: boolean) => void;
}) {
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title="Keyboard shortcuts">
      <dl className="grid gap-1">
        {KEYS.map(([keys, effect]) => (
          <div key={effect} className="flex min-h-10 items-center justify-between gap-4 border-b pb-1">
            <dd className="order-first">{effect}</dd>
            <dt className="flex shrink-0 gap-1">
              {keys.map((key) => (
                <kbd key={key} className="min-w-8 rounded-sm border bg-muted px-2 py-1 text-center text-sm">
                  {(isApple() && ON_APPLE[key]) || key}
                </kbd>
              ))}
            </dt>
          </div>
        ))}
      </dl>
      <Switch
        className="mt-4"
        checked={hasSingleKeys}
        onCheckedChange={onSingleKeys}
        label="The keys / and ? do something"
      />
    </Dialog>
  );
}
