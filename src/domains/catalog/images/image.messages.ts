import { LOST_ANSWER } from '#shared/lost-answer.ts';
import { type CodesOf, type Messages, NO_ANSWER } from '#shared/messages.ts';
import type { imageContract } from './image.contract.ts';

type MessagesFor<O extends keyof typeof imageContract> = Messages<CodesOf<(typeof imageContract)[O]>>;

const deletedFirst = {
  title: 'This image is no longer there',
  description: 'Another staff member deleted it.',
};

export const uploadMessages = {
  success: 'Image uploaded successfully',
  failure: { title: 'Failed to upload image' },
} satisfies MessagesFor<'uploadImage'>;

export const deleteMessages: MessagesFor<'deleteImage'> = {
  success: 'Image deleted successfully',
  failure: { title: 'Failed to delete image', description: 'It is still there. Please try again.' },
  lost: { ...LOST_ANSWER, title: 'Failed to delete image' },
  refused: { NOT_FOUND: deletedFirst },
};

export const setPrimaryMessages: MessagesFor<'setPrimaryImage'> = {
  success: 'Primary image updated',
  failure: {
    title: 'Failed to update primary image',
    description: 'Failed to set primary image. Please try again.',
  },
  refused: { NOT_FOUND: deletedFirst },
};

export const reorderMessages: MessagesFor<'reorderImages'> = {
  success: 'Image order updated successfully',
  failure: { title: 'Failed to update image order', description: 'The images are shown in their old order.' },
  refused: {
    IMAGES_CHANGED: {
      title: 'The images were changed',
      description: 'They are shown as they are now. Please order them again.',
    },
  },
};

export const imagesFailed = { title: 'Failed to fetch product images', description: NO_ANSWER };
