import '#shared/forms-without-eval.ts';
import { useQuery } from '@tanstack/react-query';
import { useCallback, useRef, useState } from 'react';
import { useController } from 'react-hook-form';
import { z } from 'zod';
import { FormDialog } from '#design/form-dialog.tsx';
import { SelectField, TextareaField, TextField } from '#design/form-fields.tsx';
import { SwitchField } from '#design/switch-field.tsx';
import { useAdminForm } from '#design/use-admin-form.tsx';
import { useOperation } from '#design/use-operation.ts';
import { PlannedChanges, PlannedMarks } from '#domains/calendar/ui/admin/planned-changes.tsx';
import { ThingHistory } from '#domains/history/ui/admin/thing-history.tsx';
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
import { SlideImageField } from './slide-image-field.tsx';
import { SlidePreview } from './slide-preview.tsx';

const slideForm = slideInput.extend({
  displayOrder: slideInput.shape.displayOrder.unwrap(),
  isActive: z.boolean(),
  /** A chosen image that is not saved yet. */
  file: z.instanceof(File).nullable(),
});
const newSlideForm = slideForm.extend({
  file: slideForm.shape.file.refine((file) => file !== null, imageMissing),
});

const LABELS = {
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

/** Creates or edits a slide, with a preview of the front page beside the fields. */
export function SlideFormDialog({
  slide,
  count,
  onClose,
}: {
  /** Undefined for a new one. */
  slide: SlideEntry | undefined;
  /** The number of slides: a new one comes last. */
  count: number;
  onClose: () => void;
}) {
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

  const { data } = useQuery({
    ...slideQuery(content, slide?.id ?? ''),
    enabled: slide !== undefined,
    initialData: slide,
  });
  const form = useAdminForm({
    kind: 'slide',
    schema: slideForm,
    newSchema: newSlideForm,
    entity: data,
    valuesOf,
    names: {
      labels: LABELS,
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
      const saved = await content.updateSlide({ ...values, ...edited });
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
  const { field, control, entity } = form;
  // Before the other fields: of those with an error, the first one gets the focus.
  const { field: file } = useController({ control, name: 'file' });
  const values = form.watch();

  return (
    <FormDialog
      form={form}
      title={entity ? `Edit ${entity.title}` : 'Add Slide'}
      label="Slide"
      submitLabel={entity ? 'Save Changes' : 'Create Slide'}
      size="xl"
      className="grid gap-6 sm:grid-cols-2"
      above={entity ? <PlannedMarks thingId={entity.id} className="mb-5" /> : null}
      below={
        entity ? (
          <>
            <PlannedChanges kind="slide" thingId={entity.id} className="mt-6" />
            <ThingHistory kind="slide" id={entity.id} className="mt-4" />
          </>
        ) : null
      }
      onClose={onClose}
    >
      <div className="min-w-0 sm:order-last">
        <SlideImageField
          file={file.value}
          isNew={!image}
          error={form.errors.file?.message}
          busy={form.isBusy}
          progress={progress}
          onFile={file.onChange}
          controlRef={file.ref}
        >
          {(chosen) => (
            <SlidePreview
              slide={{ ...values, ...shown(values), id: entity?.id ?? '', image: chosen ?? image ?? null }}
            />
          )}
        </SlideImageField>
      </div>
      <div className="grid content-start gap-5">
        <TextField {...field('title')} required maxLength={200} />
        <TextareaField {...field('description')} required rows={3} maxLength={1000} />
        <div className="grid gap-5 lg:grid-cols-2">
          <TextField {...field('buttonText')} required maxLength={60} />
          <TextField
            {...field('buttonLink')}
            required
            inputMode="url"
            autoCapitalize="none"
            spellCheck={false}
            maxLength={500}
          />
          <SelectField {...field('titleAnimation')} required>
            <AnimationOptions />
          </SelectField>
          <SelectField {...field('descriptionAnimation')} required>
            <AnimationOptions />
          </SelectField>
          <TextField {...field('displayOrder')} inputMode="numeric" />
          <SwitchField
            control={control}
            name="isActive"
            label={LABELS.isActive}
            mark={form.mark('isActive')}
            className="self-end"
          />
        </div>
      </div>
    </FormDialog>
  );
}

/** The preview's slide from incomplete fields. */
const shown = ({ title, displayOrder }: { title: string; displayOrder: string | number }) => ({
  title: title || 'Title',
  displayOrder: Number(displayOrder) || 0,
});

function AnimationOptions() {
  return Object.entries(ANIMATION_LABELS).map(([value, label]) => (
    <option key={value} value={value}>
      {label}
    </option>
  ));
}
