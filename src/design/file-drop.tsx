import { FolderUp, Upload } from 'lucide-react';
import { type ComponentProps, type ReactNode, type Ref, useRef, useState } from 'react';
import { Button } from './button.tsx';
import { cn } from './cn.ts';
import { droppedEntries, filesOf, TooManyFiles } from './dropped-files.ts';

/**
 * Accepts files by choosing or dropping. The caller validates them: `accept` only filters the file dialog.
 */
export function FileDrop({
  label,
  hint,
  accept,
  multiple,
  folder,
  disabled,
  onFiles,
  buttonRef,
}: {
  /** The label of the button, such as 'Choose images'. */
  label: string;
  hint?: ReactNode;
  accept: string;
  multiple?: boolean;
  /** Offers a second button, which chooses a folder with all files in it. */
  folder?: string;
  disabled?: boolean;
  onFiles: (files: File[]) => void;
  /** Focused if a required file is missing. */
  buttonRef?: Ref<HTMLButtonElement>;
}) {
  const [isOver, setOver] = useState(false);
  const [reading, setReading] = useState<'busy' | 'tooMany' | 'failed'>();
  const take = (list: Iterable<File> | null) => {
    setReading(undefined);
    const files = [...(list ?? [])];
    if (files.length > 0 && !disabled) onFiles(multiple ? files : files.slice(0, 1));
  };
  const drop = async ({ items, files }: DataTransfer) => {
    const entries = folder && !disabled ? droppedEntries(items) : [];
    if (!entries.some(({ isDirectory }) => isDirectory)) return take(files);
    setReading('busy');
    try {
      take(await filesOf(entries));
    } catch (error) {
      setReading(error instanceof TooManyFiles ? 'tooMany' : 'failed');
    }
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is for the mouse alone; the button does the same.
    <div
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setOver(false);
        void drop(event.dataTransfer);
      }}
      className={cn(
        'grid justify-items-center gap-2 border-2 border-dashed p-5 text-center transition-colors',
        isOver ? 'border-primary bg-muted' : 'border-input',
      )}
    >
      <div className="flex flex-wrap justify-center gap-2">
        <FileButton
          icon={<Upload aria-hidden="true" />}
          label={label}
          input={{ accept, multiple }}
          disabled={disabled}
          onFiles={take}
          buttonRef={buttonRef}
        />
        {folder ? (
          <FileButton
            icon={<FolderUp aria-hidden="true" />}
            label={folder}
            input={{ webkitdirectory: '' }}
            disabled={disabled}
            onFiles={take}
          />
        ) : null}
      </div>
      <p className="hidden text-muted-foreground text-sm sm:block">or drop {multiple ? 'them' : 'it'} here</p>
      {reading === 'busy' ? (
        <p role="status">Reading the folder…</p>
      ) : reading ? (
        <p role="alert" className="font-medium text-danger text-sm">
          {reading === 'tooMany'
            ? 'The folder has too many files, or too many folders in each other. Drop a part of it.'
            : 'The folder could not be read. Drop it again, or choose it with the button.'}
        </p>
      ) : null}
      {hint ? <p className="text-muted-foreground text-sm">{hint}</p> : null}
    </div>
  );
}

/** A button that opens the file dialog, which `input` describes. */
function FileButton({
  icon,
  label,
  input,
  disabled,
  onFiles,
  buttonRef,
}: {
  icon: ReactNode;
  label: string;
  input: Pick<ComponentProps<'input'>, 'accept' | 'multiple'> & { webkitdirectory?: '' };
  disabled: boolean | undefined;
  onFiles: (files: FileList | null) => void;
  buttonRef?: Ref<HTMLButtonElement> | undefined;
}) {
  const field = useRef<HTMLInputElement>(null);
  return (
    <>
      <input
        ref={field}
        type="file"
        {...input}
        disabled={disabled}
        aria-label={label}
        // The button has the same name and does the same.
        aria-hidden="true"
        tabIndex={-1}
        className="sr-only"
        onChange={(event) => {
          onFiles(event.target.files);
          // Allows the same file to be chosen again.
          event.target.value = '';
        }}
      />
      <Button ref={buttonRef} variant="outline" disabled={disabled} onClick={() => field.current?.click()}>
        {icon}
        {label}
      </Button>
    </>
  );
}
