import '#shared/forms-without-eval.ts';
import { useCallback, useRef, useState } from 'react';
import { z } from 'zod';
import { useAdminForm } from '#design/use-admin-form.tsx';
import { useEdited } from '#design/use-edited.ts';
import { useOperation } from '#design/use-operation.ts';
import { useApi } from '#shared/api.tsx';
import { ANIMATION_LABELS } from '../../animations.ts';
import { type Animation, type SlideEntry, slideInput } from '../../contract.ts';
import {
  createSlideMessages,
  imageMissing,
  updateSlideImageMessages,
  updateSlideMessages,
} from '../../messages.ts';
import { type SlideAdminApi, slideQuery, useSlideCache } from './slide-admin.queries.ts';

const slideForm = slideInput.extend({
  displayOrder: slideInput.shape.displayOrder.unwrap(),
  isActive: z.boolean(),
  /** A chosen image that is not saved yet. */
  file: z.instanceof(File).nullable(),
});
const newSlideForm = slideForm.extend({
  file: slideForm.shape.file.refine((file) => file !== null, imageMissing),
});

export const SLIDE_LABELS = {
  title: 'Title',
  description: 'Description',
  buttonText: 'Button text',
  buttonLink: 'Button link',
  titleAnimation: 'Title animation',
  descriptionAnimation: 'Description animation',
  displayOrder: 'Display order',
  isActive: 'Active',
};
const animationName = (animation: Animation) => ANIMATION_LABELS[animation] ?? '';

/** The form of a slide: its fields are saved first, then a chosen image is uploaded. */
export function useSlideForm(slide: SlideEntry | undefined, count: number, onClose: () => void) {
  const { content } = useApi<SlideAdminApi>();
  const { readAgain } = useSlideCache();
  const [progress, setProgress] = useState<number>();
  const [image, setImage] = useState(slide?.image);
  // The initial place of a new slide stays the same while others are added or deleted.
  const [ownPlace] = useState(count);
  const context = { onProgress: setProgress };

  const uploadImage = useOperation({
    mutationFn: (input: { id: string; file: File }) => content.updateSlideImage(input, { context }),
    messages: updateSlideImageMessages,
    onSuccess: setImage,
  });
  /** An image that failed to upload although the rest of the form was saved. */
  const unsent = useRef<File | null>(null);

  const valuesOf = useCallback(
    (of: SlideEntry | undefined) => ({
      title: of?.title ?? '',
      description: of?.description ?? '',
      buttonText: of?.buttonText ?? 'Explore',
      buttonLink: of?.buttonLink ?? '/products',
      titleAnimation: of?.titleAnimation ?? 'animate-fade-in',
      descriptionAnimation: of?.descriptionAnimation ?? 'animate-fade-in',
      displayOrder: String(of?.displayOrder ?? ownPlace) as string | number,
      isActive: of?.isActive ?? true,
      file: null as File | null,
    }),
    [ownPlace],
  );

  const { entity, keep } = useEdited((id) => slideQuery(content, id), slide);
  const form = useAdminForm({
    kind: 'slide',
    schema: slideForm,
    newSchema: newSlideForm,
    entity,
    valuesOf,
    names: {
      labels: SLIDE_LABELS,
      show: { titleAnimation: animationName, descriptionAnimation: animationName },
    },
    messages: { create: createSlideMessages, update: updateSlideMessages },
    create: ({ file, ...values }, id) => {
      setProgress(undefined);
      return content.createSlide({ ...values, id, file: file as File }, { context });
    },
    update: async ({ file, ...values }, edited) => {
      setProgress(undefined);
      unsent.current = null;
      const saved = await keep(await content.updateSlide({ ...values, ...edited }));
      if (!file) return saved;
      // If the upload fails, the fields are saved all the same, and the image stays chosen.
      await uploadImage.mutateAsync({ id: edited.id, file }).catch(() => {
        unsent.current = file;
      });
      return saved;
    },
    reload: (saved) => {
      setImage((known) => known ?? saved.image);
      if (unsent.current) form.setValue('file', unsent.current, { shouldDirty: true });
      return readAgain();
    },
    onDone: () => !unsent.current && onClose(),
  });

  return {
    form,
    /** The image as saved. */
    image,
    /** The sent fraction of a chosen image. */
    progress,
  };
}
