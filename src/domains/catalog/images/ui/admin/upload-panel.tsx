import { RotateCw } from 'lucide-react';
import { useState } from 'react';
import { Button } from '#design/button.tsx';
import { Checkbox } from '#design/checkbox.tsx';
import { FileDrop } from '#design/file-drop.tsx';
import { useKeptFocus } from '#design/use-kept-focus.ts';
import { ACCEPTED_IMAGES } from '#shared/image-rules.ts';
import { MAX_IMAGES } from '../../images.ts';
import { UploadRow } from './upload-row.tsx';
import { useUploads } from './use-uploads.ts';

/**
 * Uploads images of a product and shows their progress. `count`: its number of images; undefined while
 * unknown.
 */
export function UploadPanel({ productId, count }: { productId: string; count: number | undefined }) {
  const { uploads, queue } = useUploads(productId);
  const keptFocus = useKeptFocus<HTMLDivElement>();
  const [choice, setChoice] = useState<boolean>();
  const coming = uploads.filter(({ state }) => state !== 'refused').length;
  const failed = uploads.filter(({ state }) => state === 'failed').length;
  const room = Math.max(0, MAX_IMAGES - (count ?? 0) - coming);
  // The first image of a product is its primary one.
  const isPrimary = choice ?? (count === 0 && coming === 0);
  const [left, setLeft] = useState(0);
  const take = (files: File[]) => {
    queue.add(files.slice(0, room), isPrimary);
    setLeft(Math.max(0, files.length - room));
    setChoice(undefined);
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for the fields of a form.
    <div role="group" aria-label="Upload images" className="grid grid-cols-1 gap-3" {...keptFocus}>
      <FileDrop
        label="Choose images"
        hint={`JPEG, PNG, WebP, GIF, AVIF or HEIC, each less than 5MB, ${MAX_IMAGES} at most.`}
        accept={ACCEPTED_IMAGES}
        multiple
        disabled={count === undefined || room === 0}
        onFiles={take}
      />
      <Checkbox
        label="Make primary"
        checked={isPrimary}
        disabled={count === undefined || room === 0}
        onChange={(event) => setChoice(event.target.checked)}
      />
      <p role="status" className="text-muted-foreground text-sm empty:hidden">
        {fullness(room, left)}
      </p>
      {failed > 1 ? (
        <Button variant="outline" className="justify-self-start" onClick={queue.retryAll}>
          <RotateCw aria-hidden="true" />
          Try all again
        </Button>
      ) : null}
      {uploads.length > 0 ? (
        <ul aria-label="Uploads" className="divide-y border-y">
          {uploads.map((upload) => (
            <UploadRow
              key={upload.id}
              upload={upload}
              onRetry={() => queue.retry(upload.id)}
              onRemove={() => queue.remove(upload.id)}
            />
          ))}
        </ul>
      ) : null}
    </div>
  );
}

function fullness(room: number, left: number): string {
  if (left > 0) {
    return `A product has at most ${MAX_IMAGES} images: ${left} ${left === 1 ? 'was' : 'were'} left out.`;
  }
  return room === 0 ? `This product has ${MAX_IMAGES} images, which is as many as it can have.` : '';
}
