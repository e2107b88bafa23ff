import { useState } from 'react';
import { FieldError } from '#design/field.tsx';
import { FileDrop } from '#design/file-drop.tsx';
import { Image } from '#design/image.tsx';
import { ProgressBar } from '#design/progress-bar.tsx';
import { useOperation } from '#design/use-operation.ts';
import { useApi } from '#shared/api.tsx';
import { ACCEPTED_IMAGES, imageFault } from '#shared/image-rules.ts';
import type { CategoryEntry } from '../../category-admin.contract.ts';
import { updateCategoryImageMessages } from '../../category-admin.messages.ts';
import { type CategoryAdminApi, useCategoryCache } from './category.queries.ts';

/** The image of a category. Not part of the form: a chosen file is uploaded at once. */
export function CategoryImage({ entry: { id, name, image } }: { entry: CategoryEntry }) {
  const { catalog } = useApi<CategoryAdminApi>();
  const { readAgain } = useCategoryCache();
  const [fault, setFault] = useState<string | null>(null);
  const [progress, setProgress] = useState<number>();
  const upload = useOperation({
    mutationFn: async (file: File) => {
      setProgress(undefined);
      const image = await catalog.updateCategoryImage({ id, file }, { context: { onProgress: setProgress } });
      await readAgain();
      return image;
    },
    messages: updateCategoryImageMessages,
  });
  return (
    <section aria-label="Image" className="mt-6 grid gap-3 border-t pt-5">
      <h3 className="font-semibold">Image</h3>
      <div className="grid gap-4 sm:grid-cols-[8rem_minmax(0,1fr)]">
        {image ? (
          <div>
            <Image
              image={image}
              alt={`Image of ${name}`}
              sizes="8rem"
              className="aspect-square w-32 object-cover"
            />
          </div>
        ) : (
          <p className="flex aspect-square w-32 items-center justify-center bg-muted p-3 text-center text-muted-foreground text-sm">
            No image yet
          </p>
        )}
        <div className="grid content-start gap-2">
          <FileDrop
            label={image ? 'Choose another image' : 'Choose an image'}
            hint="Up to 5 MB. It is saved as soon as it is chosen."
            accept={ACCEPTED_IMAGES}
            disabled={upload.isPending}
            onFiles={([file]) => {
              const wrong = file ? imageFault(file) : null;
              setFault(wrong);
              if (file && !wrong) upload.mutate(file);
            }}
          />
          {upload.isPending ? <ProgressBar value={progress} label={`Sending the image of ${name}`} /> : null}
          <FieldError>{fault}</FieldError>
        </div>
      </div>
    </section>
  );
}
