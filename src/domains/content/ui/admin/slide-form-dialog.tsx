import { useController } from 'react-hook-form';
import { FormDialog } from '#design/form-dialog.tsx';
import { SelectField, TextareaField, TextField } from '#design/form-fields.tsx';
import { SwitchField } from '#design/switch-field.tsx';
import { PlannedChanges, PlannedMarks } from '#domains/calendar/ui/admin/planned-changes.tsx';
import { ThingHistory } from '#domains/history/ui/admin/thing-history.tsx';
import { ANIMATION_LABELS } from '../../animations.ts';
import type { SlideEntry } from '../../contract.ts';
import { SlideImageField } from './slide-image-field.tsx';
import { SlidePreview } from './slide-preview.tsx';
import { SLIDE_LABELS, useSlideForm } from './use-slide-form.ts';

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
  const { form, image, progress } = useSlideForm(slide, count, onClose);
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
            label={SLIDE_LABELS.isActive}
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
