import { Upload } from 'lucide-react';
import { type ReactNode, type Ref, useRef, useState } from 'react';
import { Button } from './button.tsx';
import { cn } from './cn.ts';

/** Takes files by choosing or dropping. What they may be, who uses it checks: `accept` only helps choosing. */
export function FileDrop({
  label,
  hint,
  accept,
  multiple,
  disabled,
  onFiles,
  buttonRef,
  className,
}: {
  /** What the button says, such as 'Choose images'. */
  label: string;
  hint?: ReactNode;
  accept: string;
  multiple?: boolean;
  disabled?: boolean;
  onFiles: (files: File[]) => void;
  /** Where a form goes when a file is missing. */
  buttonRef?: Ref<HTMLButtonElement>;
  className?: string;
}) {
  const input = useRef<HTMLInputElement>(null);
  const [isOver, setOver] = useState(false);
  const take = (list: FileList | null) => {
    const files = [...(list ?? [])];
    if (files.length > 0 && !disabled) onFiles(multiple ? files : files.slice(0, 1));
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
        take(event.dataTransfer.files);
      }}
      className={cn(
        'grid justify-items-center gap-2 border-2 border-dashed p-5 text-center transition-colors',
        isOver ? 'border-primary bg-muted' : 'border-input',
        className,
      )}
    >
      <input
        ref={input}
        type="file"
        accept={accept}
        multiple={multiple}
        disabled={disabled}
        aria-label={label}
        tabIndex={-1}
        className="sr-only"
        onChange={(event) => {
          take(event.target.files);
          // The same file chosen again is a choice.
          event.target.value = '';
        }}
      />
      <Button ref={buttonRef} variant="outline" disabled={disabled} onClick={() => input.current?.click()}>
        <Upload aria-hidden="true" />
        {label}
      </Button>
      <p className="hidden text-muted-foreground text-sm sm:block">or drop {multiple ? 'them' : 'it'} here</p>
      {hint ? <p className="text-muted-foreground text-sm">{hint}</p> : null}
    </div>
  );
}
