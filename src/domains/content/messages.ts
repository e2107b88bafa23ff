import type { Message, MessagesFor } from '#shared/messages.ts';
import type { ChangedBy } from '#shared/shapes.ts';
import type { contentContract } from './contract.ts';

type Contract = typeof contentContract;

export const slidesFailed = 'Failed to fetch slides';
/** Shown if rows are present but the reload failed. */
export const refreshFailed = 'Failed to refresh data';
export const noSlides = 'No slides found. Create your first slide to get started.';
export const imageMissing = 'Please select an image for the slide';

const deletedByOther = 'Another staff member deleted this slide.';
const images = (title: string) => ({
  NOT_AN_IMAGE: { title, description: 'Please select an image file' },
  IMAGE_TOO_LARGE: { title, description: 'Image size should be less than 5MB' },
  IMAGE_UNREADABLE: {
    title,
    description: 'This image cannot be opened. Please save it again, with at most 50 million pixels.',
  },
  STORAGE_UNAVAILABLE: {
    title,
    description: 'Images cannot be stored right now. Please try again in a few minutes.',
  },
});

export const createSlideMessages: MessagesFor<Contract, 'createSlide'> = {
  success: 'Slide created successfully',
  failure: { title: 'Failed to create slide' },
  refused: images('Failed to create slide'),
};

export const updateSlideMessages: MessagesFor<Contract, 'updateSlide'> = {
  success: 'Slide updated successfully',
  failure: { title: 'Failed to update slide' },
  refused: { NOT_FOUND: { title: 'Failed to update slide', description: deletedByOther } },
};

export const updateSlideImageMessages: MessagesFor<Contract, 'updateSlideImage'> = {
  success: 'Slide image updated successfully',
  failure: { title: 'Failed to update slide image' },
  refused: {
    ...images('Failed to update slide image'),
    NOT_FOUND: { title: 'Failed to update slide image', description: deletedByOther },
  },
};

export const deleteSlideMessages: MessagesFor<Contract, 'deleteSlide'> = {
  success: 'Slide deleted successfully',
  failure: { title: 'Failed to delete slide' },
  refused: { NOT_FOUND: { title: 'Failed to delete slide', description: deletedByOther } },
};
export const deletionAsked = 'Are you sure you want to delete this slide? This action cannot be undone.';

/** The success message depends on the switch and on concurrent changes: see `slideSwitched`. */
export const setSlideActiveMessages: MessagesFor<Contract, 'setSlideActive'> = {
  failure: { title: 'Failed to update slide status' },
  refused: { NOT_FOUND: { title: 'Failed to update slide status', description: deletedByOther } },
};

export const slideSwitched = (isActive: boolean, overtaken: ChangedBy | null): Message => ({
  title: `Slide ${isActive ? 'activated' : 'deactivated'} successfully`,
  description: overtaken ? `It was not as your screen said: ${overtaken.name} had switched it.` : undefined,
});

export const reorderSlidesMessages: MessagesFor<Contract, 'reorderSlides'> = {
  success: 'Slide order updated successfully',
  failure: { title: 'Failed to update slide order' },
  refused: {
    STALE: {
      title: 'Failed to update slide order',
      description: 'Another staff member changed it. The current order is shown; please move again.',
    },
  },
};
