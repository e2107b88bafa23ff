import '#shared/forms-without-eval.ts';
import { useCallback, useId, useRef, useState } from 'react';
import { Controller } from 'react-hook-form';
import { z } from 'zod';
import { Button } from '#design/button.tsx';
import { Dialog } from '#design/dialog.tsx';
import { Field } from '#design/field.tsx';
import { Input } from '#design/input.tsx';
import { Select } from '#design/select.tsx';
import { Switch } from '#design/switch.tsx';
import { Textarea } from '#design/textarea.tsx';
import { useAdminForm } from '#design/use-admin-form.tsx';
import { useOperation } from '#design/use-operation.ts';
import { useApi } from '#shared/api.tsx';
import { randomId } from '#shared/random-id.ts';
import { ANIMATION_LABELS } from '../../animations.ts';
import { type Animation, type SlideEntry, slideInput } from '../../contract.ts';
import {
  createSlideMessages,
  imageMissing,
  updateSlideImageMessages,
  updateSlideMessages,
} from '../../messages.ts';
import { type SlideAdminApi, useSlideCache } from './slide-admin.queries.ts';
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
  slide: edited,
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
  const formId = useId();
  const [progress, setProgress] = useState<number>();
  // The same on every attempt, so that a retry after a lost response creates no second slide.
  const [newId] = useState(randomId);
  // Set if the user typed during the create: the dialog stays open and edits the created slide.
  const [made, setMade] = useState<SlideEntry>();
  const slide = edited ?? made;
  const [fresh, setFresh] = useState(slide?.image);
  // The initial place of a new slide stays the same while others are added or deleted.
  const [ownPlace] = useState(count);
  const context = { onProgress: setProgress };

  const uploadImage = useOperation({
    mutationFn: (input: { id: string; file: File }) => content.updateSlideImage(input, { context }),
    messages: updateSlideImageMessages,
    onSuccess: setFresh,
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

  const form = useAdminForm({
    schema: slide ? slideForm : newSlideForm,
    entity: slide,
    valuesOf,
    names: {
      labels: LABELS,
      show: { titleAnimation: animationName, descriptionAnimation: animationName },
    },
    messages: slide ? updateSlideMessages : createSlideMessages,
    save: async ({ file, ...values }, version) => {
      setProgress(undefined);
      if (!slide || version === undefined) {
        return content.createSlide({ ...values, id: newId, file: file as File }, { context });
      }
      const saved = await content.updateSlide({ ...values, id: slide.id, version });
      if (!file) return saved;
      unsent.current = file;
      // If the upload fails, the fields are saved and the image stays selected.
      await uploadImage.mutateAsync({ id: slide.id, file }).then(
        () => {
          unsent.current = null;
        },
        () => {},
      );
      return saved;
    },
    onSaved: (saved, hasMore) => {
      void readAgain();
      const file = unsent.current;
      unsent.current = null;
      if (file) form.setValue('file', file, { shouldDirty: true });
      else if (!hasMore) onClose();
      else if (!slide) {
        setMade(saved);
        setFresh(saved.image);
      }
    },
  });
  const { register, control, errors, watch } = form;
  const values = watch();
  const leave = () => !form.isBusy && form.leave(onClose);

  return (
    <>
      <Dialog
        open
        onOpenChange={(open) => !open && leave()}
        title={slide ? `Edit ${slide.title}` : 'Add Slide'}
        size="xl"
        footer={
          <>
            <Button variant="outline" onClick={leave}>
              Cancel
            </Button>
            <Button type="submit" form={formId} busy={form.isBusy}>
              {slide ? 'Save Changes' : 'Create Slide'}
            </Button>
          </>
        }
      >
        <form
          id={formId}
          noValidate
          aria-label="Slide"
          onSubmit={form.submit}
          className="grid gap-6 sm:grid-cols-2"
        >
          <div className="min-w-0 sm:order-last">
            <Controller
              control={control}
              name="file"
              render={({ field }) => (
                <SlideImageField
                  file={field.value}
                  isNew={!fresh}
                  error={errors.file?.message}
                  busy={form.isBusy}
                  progress={progress}
                  onFile={field.onChange}
                  controlRef={field.ref}
                >
                  {(chosen) => (
                    <SlidePreview
                      slide={{
                        ...values,
                        ...shown(values),
                        id: slide?.id ?? '',
                        image: chosen ?? fresh ?? null,
                      }}
                    />
                  )}
                </SlideImageField>
              )}
            />
          </div>
          <div className="grid content-start gap-5">
            <Field label={LABELS.title} required error={errors.title?.message}>
              {(field) => <Input {...field} {...register('title')} maxLength={200} />}
            </Field>
            <Field label={LABELS.description} required error={errors.description?.message}>
              {(field) => <Textarea {...field} {...register('description')} rows={3} maxLength={1000} />}
            </Field>
            <div className="grid gap-5 lg:grid-cols-2">
              <Field label={LABELS.buttonText} required error={errors.buttonText?.message}>
                {(field) => <Input {...field} {...register('buttonText')} maxLength={60} />}
              </Field>
              <Field label={LABELS.buttonLink} required error={errors.buttonLink?.message}>
                {(field) => (
                  <Input
                    {...field}
                    {...register('buttonLink')}
                    inputMode="url"
                    autoCapitalize="none"
                    spellCheck={false}
                    maxLength={500}
                  />
                )}
              </Field>
              <Field label={LABELS.titleAnimation} required error={errors.titleAnimation?.message}>
                {(field) => (
                  <Select {...field} {...register('titleAnimation')}>
                    <AnimationOptions />
                  </Select>
                )}
              </Field>
              <Field
                label={LABELS.descriptionAnimation}
                required
                error={errors.descriptionAnimation?.message}
              >
                {(field) => (
                  <Select {...field} {...register('descriptionAnimation')}>
                    <AnimationOptions />
                  </Select>
                )}
              </Field>
              <Field label={LABELS.displayOrder} error={errors.displayOrder?.message}>
                {(field) => <Input {...field} {...register('displayOrder')} inputMode="numeric" />}
              </Field>
              <Controller
                control={control}
                name="isActive"
                render={({ field }) => (
                  <Switch
                    checked={field.value}
                    onCheckedChange={field.onChange}
                    label={LABELS.isActive}
                    className="self-end"
                  />
                )}
              />
            </div>
          </div>
        </form>
      </Dialog>
      {form.dialogs}
    </>
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
