import { z } from 'zod';
import { raises, route } from '#shared/route.ts';
import { id, picture } from '#shared/shapes.ts';

export const animation = z.enum([
  'animate-fade-in',
  'animate-slide-in-right',
  'animate-scale-up',
  'animate-float',
]);

export const slide = z.object({
  id,
  title: z.string(),
  description: z.string(),
  buttonText: z.string(),
  buttonLink: z.string(),
  titleAnimation: animation,
  descriptionAnimation: animation,
  displayOrder: z.int(),
  isActive: z.boolean(),
  image: picture.nullable(),
});
export type Slide = z.infer<typeof slide>;

export const contentContract = {
  /** The active slides, ascending by display_order. */
  listActiveSlides: route('visitor', 'view slides')
    .route({ method: 'GET', path: '/slides', summary: 'Active slides in their order' })
    .output(z.array(slide)),
  getSlide: route('visitor', 'view slides')
    .route({ method: 'GET', path: '/slides/{id}', summary: 'One slide' })
    .errors(raises('NOT_FOUND'))
    .input(z.object({ id }))
    .output(slide),
};
