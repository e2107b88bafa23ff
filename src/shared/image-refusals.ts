import { ERRORS } from './errors.ts';

/** The texts of the refusals of an image, for an operation whose failure has this title. */
export const imageRefusals = (title: string) => ({
  NOT_AN_IMAGE: { title: ERRORS.NOT_AN_IMAGE.text },
  IMAGE_TOO_LARGE: { title: ERRORS.IMAGE_TOO_LARGE.text },
  IMAGE_UNREADABLE: { title, description: ERRORS.IMAGE_UNREADABLE.text },
  STORAGE_UNAVAILABLE: { title, description: ERRORS.STORAGE_UNAVAILABLE.text },
});
