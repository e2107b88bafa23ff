import { z } from 'zod';
import { routes } from '#shared/route.ts';
import { day, instantOut } from '#shared/shapes.ts';

const preview = routes('admin', 'see the shop on another day');

export const previewContract = {
  /**
   * A link that shows the shop as it will be on a day to everybody who has it, for 24 hours (decision 0049). BAD_INPUT at `day`
   * unless it is after today and within two years.
   */
  getPreviewLink: preview('GET /admin/preview-link', 'A link to the shop as it will be on a day')
    .input(z.object({ day }))
    .output(
      z.object({
        /** Of the front page. A path of the shop may follow. */
        url: z.url(),
        endsAt: instantOut,
      }),
    ),
};
