import { type ReactNode, type RefCallback, useEffect, useId, useState } from 'react';
import { FileDrop } from '#design/file-drop.tsx';
import { ProgressBar } from '#design/progress-bar.tsx';
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
  const url = useObjectUrl(file);
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
      {wrong ? (
        <p id={errorId} role="alert" className="font-medium text-danger text-sm">
          {wrong}
        </p>
      ) : null}
    </section>
  );
}

/** An object URL of a chosen file, revoked when it is no longer shown. */
function useObjectUrl(file: File | null): string | undefined {
  const [url, setUrl] = useState<string>();
  useEffect(() => {
    // If the browser cannot display the file, the slide is shown without it.
    if (!file || isHeicFile(file)) return;
    const made = URL.createObjectURL(file);
    setUrl(made);
    return () => {
      URL.revokeObjectURL(made);
      setUrl(undefined);
    };
  }, [file]);
  return url;
}
