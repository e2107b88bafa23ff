import { Search, X } from 'lucide-react';
import { Dialog as Radix } from 'radix-ui';
import { type KeyboardEvent, type ReactNode, useEffect, useId, useState } from 'react';
import { plural } from '#shared/plural.ts';
import { cn } from './cn.ts';
import { BusyLine } from './data-table.tsx';
import { controlLook } from './input.tsx';
import { useFocusReturn } from './use-focus-return.ts';

export interface Command {
  id: string;
  label: string;
  /** Beside the label: what tells it from others of the same name. */
  detail?: string;
  icon?: ReactNode;
  /** Called after the menu has closed. */
  onSelect: () => void;
}

export interface CommandGroup {
  title: string;
  commands: readonly Command[];
}

/**
 * A dialog with a field and a list of commands: the arrow keys move in the list while the focus stays in the field. It
 * is at the top of the screen, because a phone's keyboard covers the bottom.
 */
export function CommandMenu({
  open,
  onOpenChange,
  label,
  text,
  onText,
  groups,
  busy,
  note,
}: {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** Of the field and the dialog. */
  label: string;
  text: string;
  onText: (text: string) => void;
  /** Those that match `text`; empty ones are left out. */
  groups: readonly CommandGroup[];
  busy?: boolean;
  /** A sentence below the list: nothing was found, or the search failed. */
  note?: ReactNode;
}) {
  const listId = useId();
  const focusReturn = useFocusReturn();
  const [chosen, setChosen] = useState<string>();
  const commands = groups.flatMap((group) => group.commands);
  // The first one until the arrow keys are used; a result that arrives later takes nobody's place.
  const at = Math.max(
    0,
    commands.findIndex(({ id }) => id === chosen),
  );
  const active = commands[at];
  const optionId = (command: Command) => `${listId}-${command.id}`;
  const activeId = active && optionId(active);

  useEffect(() => {
    if (open && activeId) document.getElementById(activeId)?.scrollIntoView({ block: 'nearest' });
  }, [open, activeId]);

  const run = ({ onSelect }: Command) => {
    onOpenChange(false);
    setTimeout(onSelect);
  };
  const moveTo = (index: number) => setChosen(commands.at(index % (commands.length || 1))?.id);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'ArrowDown') moveTo(at + 1);
    else if (event.key === 'ArrowUp') moveTo(at - 1);
    else if (event.key === 'Enter' && active) run(active);
    else return;
    event.preventDefault();
  };

  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Portal>
        <Radix.Overlay className="fixed inset-0 z-40 flex animate-overlay-in items-start justify-center bg-overlay sm:px-6 sm:pt-[12vh]">
          <Radix.Content
            aria-describedby={undefined}
            onOpenAutoFocus={focusReturn.onOpenAutoFocus}
            onCloseAutoFocus={focusReturn.onCloseAutoFocus}
            className="flex max-h-[70dvh] w-full animate-dialog-in flex-col overflow-hidden bg-card text-foreground shadow-pop sm:max-w-2xl sm:rounded-sm"
          >
            <Radix.Title className="sr-only">{label}</Radix.Title>
            <div className="relative border-b">
              <Search
                aria-hidden="true"
                className="pointer-events-none absolute top-1/2 left-4 size-5 -translate-y-1/2 text-muted-foreground"
              />
              <input
                role="combobox"
                aria-label={label}
                aria-expanded={commands.length > 0}
                aria-controls={listId}
                aria-activedescendant={activeId}
                aria-autocomplete="list"
                placeholder={label}
                value={text}
                maxLength={200}
                autoComplete="off"
                autoCapitalize="none"
                spellCheck={false}
                enterKeyHint="go"
                onChange={({ target }) => {
                  setChosen(undefined);
                  onText(target.value);
                }}
                onKeyDown={onKeyDown}
                className={cn(controlLook, 'min-h-14 rounded-none border-0 px-12 text-lg -outline-offset-4')}
              />
              {/* On a phone the keyboard covers what is beside the menu. */}
              <Radix.Close
                aria-label="Close"
                className="absolute top-1.5 right-1 inline-flex size-11 items-center justify-center text-muted-foreground hover:text-foreground"
              >
                <X aria-hidden="true" className="size-5" />
              </Radix.Close>
              <div className="absolute inset-x-0 bottom-0 h-0.5">
                <BusyLine busy={busy} />
              </div>
            </div>
            <p role="status" className="sr-only">
              {busy ? '' : plural(commands.length, 'result')}
            </p>
            <div
              role="listbox"
              id={listId}
              aria-label={label}
              tabIndex={-1}
              className="min-h-0 overflow-y-auto overscroll-contain py-1 -outline-offset-4"
            >
              {groups.map(({ title, commands: own }) =>
                own.length === 0 ? null : (
                  // biome-ignore lint/a11y/useSemanticElements: a fieldset is no group of options.
                  <div key={title} role="group" aria-label={title} className="pb-1">
                    <p aria-hidden="true" className="px-4 pt-2 pb-1 text-muted-foreground text-sm">
                      {title}
                    </p>
                    {own.map((command) => (
                      <Option
                        key={command.id}
                        id={optionId(command)}
                        command={command}
                        isActive={command === active}
                        onActive={() => setChosen(command.id)}
                        onSelect={() => run(command)}
                      />
                    ))}
                  </div>
                ),
              )}
            </div>
            {note ? <p className="px-4 pt-1 pb-4 text-muted-foreground">{note}</p> : null}
          </Radix.Content>
        </Radix.Overlay>
      </Radix.Portal>
    </Radix.Root>
  );
}

function Option({
  id,
  command: { label, detail, icon },
  isActive,
  onActive,
  onSelect,
}: {
  id: string;
  command: Command;
  isActive: boolean;
  onActive: () => void;
  onSelect: () => void;
}) {
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are pressed in the field, which has the focus.
    // biome-ignore lint/a11y/useFocusableInteractive: the field names the active one by aria-activedescendant.
    <div
      id={id}
      role="option"
      aria-selected={isActive}
      onPointerMove={() => !isActive && onActive()}
      onClick={onSelect}
      className={cn(
        'flex min-h-11 cursor-pointer items-center gap-3 px-4 py-1.5 [&_svg]:size-5 [&_svg]:shrink-0 [&_svg]:stroke-[1.5] [&_svg]:text-muted-foreground',
        isActive && 'bg-muted shadow-[inset_3px_0_0_var(--color-primary)]',
      )}
    >
      {icon}
      <span className="min-w-0 grow truncate">{label}</span>
      {detail ? (
        <span className="max-w-[45%] shrink-0 truncate text-muted-foreground text-sm">{detail}</span>
      ) : null}
    </div>
  );
}
