import { X } from 'lucide-react';
import { Button } from '#design/button.tsx';
import { FieldError } from '#design/field.tsx';
import { FileDrop } from '#design/file-drop.tsx';
import { useKeptFocus } from '#design/use-kept-focus.ts';
import { useObjectUrl } from '#design/use-object-url.ts';
import { ACCEPTED_IMAGES, imageFault, isHeicFile } from '#shared/image-rules.ts';

/** The optional first image of a new product, with a preview. */
export function ProductImageField({
  value,
  onChange,
  error,
  busy,
  onFault,
}: {
  value: File | null;
  onChange: (file: File | null) => void;
  error: string | undefined;
  busy: boolean;
  /** The error of a chosen file, or null. */
  onFault: (message: string | null) => void;
}) {
  const preview = useObjectUrl(value);
  const keptFocus = useKeptFocus<HTMLFieldSetElement>();
  const choose = (file: File | undefined) => {
    const fault = file ? imageFault(file) : null;
    onFault(fault);
    if (file && !fault) onChange(file);
  };
  return (
    <fieldset
      {...keptFocus}
      aria-describedby={error ? 'image-error' : undefined}
      className="grid grid-cols-1 content-start gap-1.5"
    >
      <legend className="mb-1.5 font-semibold text-sm">
        Image <span className="font-normal text-muted-foreground">(optional)</span>
      </legend>
      {value && preview ? (
        <div className="relative w-full max-w-64 border bg-muted">
          {isHeicFile(value) ? (
            <p className="grid aspect-[4/5] content-center gap-1 p-4 text-center text-sm [overflow-wrap:anywhere]">
              <b>{value.name}</b>
              <span className="text-muted-foreground">It is shown here once it is saved.</span>
            </p>
          ) : (
            <img
              src={preview}
              alt={`Preview of ${value.name}`}
              className="aspect-[4/5] w-full object-contain"
              onError={() => {
                onFault('Please select an image file');
                onChange(null);
              }}
            />
          )}
          <Button
            variant="secondary"
            size="icon"
            aria-label="Remove image"
            disabled={busy}
            onClick={() => {
              onFault(null);
              onChange(null);
            }}
            className="absolute top-2 right-2"
          >
            <X aria-hidden="true" />
          </Button>
        </div>
      ) : (
        <FileDrop
          label="Choose an image"
          hint="JPEG, PNG, WebP, GIF, AVIF or HEIC, less than 5MB. More can be added afterwards."
          accept={ACCEPTED_IMAGES}
          disabled={busy}
          onFiles={([file]) => choose(file)}
        />
      )}
      <FieldError id="image-error">{error}</FieldError>
    </fieldset>
  );
}
