import { type ReactNode, type RefCallback, useId, useState } from 'react';
import { FieldError } from '#design/field.tsx';
import { FileDrop } from '#design/file-drop.tsx';
import { ProgressBar } from '#design/progress-bar.tsx';
import { useObjectUrl } from '#design/use-object-url.ts';
import type { Image } from '#shared/image.ts';
import { ACCEPTED_IMAGES, imageFault, isHeicFile } from '#shared/image-rules.ts';

/** Chooses the image of a slide. `children` render it, with the chosen file if there is one. */
export function SlideImageField({
  file,
  isNew,
  error,
  busy,
  progress,
  onFile,
  controlRef,
  children,
}: {
  file: File | null;
  /** A new slide requires an image. */
  isNew: boolean;
  error: string | undefined;
  busy: boolean;
  progress: number | undefined;
  onFile: (file: File) => void;
  /** Focused if the image is missing. */
  controlRef: RefCallback<HTMLElement>;
  children: (chosen: Image | undefined) => ReactNode;
}) {
  const [fault, setFault] = useState<string | null>(null);
  const errorId = useId();
  // If the browser cannot display the file, the slide is shown without it.
  const url = useObjectUrl(file && isHeicFile(file) ? null : file);
  const wrong = fault ?? (file ? undefined : error);
  return (
    <section
      aria-label="Image"
      aria-describedby={wrong ? errorId : undefined}
      className="grid grid-cols-[minmax(0,1fr)] gap-3"
    >
      {children(url ? { url, width: 1920, height: 1080, placeholder: '' } : undefined)}
      <FileDrop
        label={isNew && !file ? 'Choose an image' : 'Choose another image'}
        hint="Recommended size: 1920x1080. Up to 5 MB."
        accept={ACCEPTED_IMAGES}
        disabled={busy}
        buttonRef={controlRef}
        onFiles={([chosen]) => {
          const wrong = chosen ? imageFault(chosen) : null;
          setFault(wrong);
          if (chosen && !wrong) onFile(chosen);
        }}
      />
      {file ? <p className="break-all text-muted-foreground text-sm">{file.name}</p> : null}
      {file && busy ? <ProgressBar value={progress} label={`Sending ${file.name}`} /> : null}
      <FieldError id={errorId}>{wrong}</FieldError>
    </section>
  );
}
